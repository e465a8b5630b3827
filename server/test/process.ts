import { createDb, createPool } from '#server/lib/db.ts'
import { testApp } from './app.ts'
import type { Answer, Call } from './processes.ts'

/**
 * A server process of `startProcesses`. Reports that it is ready, then answers lists of calls until it ends.
 */
const db = createDb(createPool(process.argv[2] ?? ''))
// No gateway listens on this port, so charges are created by jobs.
const app = await testApp(db, { env: { PORT: '1' } })

process.on('message', async (calls: Call[]) => {
  const answers: Answer[] = await Promise.all(
    calls.map(async ({ path, token, key, body }) => {
      const answer = await app.call('POST', path, { token, body, headers: { 'idempotency-key': key } })
      return { status: answer.statusCode, body: answer.json() }
    }),
  )
  process.send?.(answers)
})
process.on('disconnect', async () => {
  await app.close()
  await db.destroy()
})
process.send?.('ready')
