import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { migrate } from '#server/lib/migrate.ts'
import { startTemporaryPostgres } from '../server/test/temporary-postgres.ts'

/** Runs on a new, migrated PostgreSQL with fsync on, as in production. */
export async function withDatabase<T>(run: (db: Db, url: string) => Promise<T>): Promise<T> {
  const postgres = await startTemporaryPostgres({ durable: true })
  // The large events are written by statements of minutes.
  const db = createDb(createPool(postgres.url, { silentMs: 3_600_000 }))
  try {
    await migrate(postgres.url)
    return await run(db, postgres.url)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}
