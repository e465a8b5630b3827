import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { createDb, createPool } from '#server/lib/db.ts'
import { listeningApp } from '../server/test/listening-app.ts'

/**
 * Runs the product in a separate process, so that the load generator does not share its thread. Sends its address and, when `timed`,
 * the milliseconds of each response from the request's headers to the last byte. Ends when the parent disconnects.
 */
const [, , url = '', timed] = process.argv
const db = createDb(createPool(url))
const app = await listeningApp(db)
if (timed) {
  const began = new WeakMap<IncomingMessage, number>()
  subscribe('http.server.request.start', (message) => {
    began.set((message as { request: IncomingMessage }).request, performance.now())
  })
  subscribe('http.server.response.finish', (message) => {
    process.send?.(performance.now() - (began.get((message as { request: IncomingMessage }).request) ?? 0))
  })
}
process.on('disconnect', async () => {
  await app.close()
  await db.destroy()
})
process.send?.(`http://127.0.0.1:${app.deps.config.port}`)
