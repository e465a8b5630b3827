import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { migrate } from '#server/lib/migrate.ts'
import { loadSubscriptions } from '#server/worker.ts'
import { startTemporaryPostgres } from '#test/temporary-postgres.ts'

/** A new, migrated PostgreSQL with fsync, as in production. */
export async function withDatabase<T>(run: (db: Db, url: string) => Promise<T>): Promise<T> {
  const postgres = await startTemporaryPostgres({ durable: true })
  // Large events are written by statements that take minutes.
  const db = createDb(createPool(postgres.url, { silentMs: 3_600_000 }))
  try {
    await migrate(postgres.url)
    await loadSubscriptions(db)
    return await run(db, postgres.url)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}
