/**
 * A process that only runs an embedded PostgreSQL, for tests that kill it. Prints its URL as one line of
 * JSON, or an error on stderr.
 */
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../postgres/start.ts'

try {
  const dataDir = process.argv[2] ?? ''
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const keepAlive = setInterval(() => undefined, 60_000)
  process.once('SIGTERM', async () => {
    await postgres.stop()
    clearInterval(keepAlive)
  })
  // Last, because the reader may end this process at once.
  process.stdout.write(`${JSON.stringify({ url: postgres.url, location: postgres.location })}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
