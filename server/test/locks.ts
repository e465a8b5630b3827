import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

/** Until a statement with these words waits for a lock; answers the process id of its connection. */
export async function callThatWaits(db: Db, words: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like ${`%${words}%`}`.execute(db)
    if (rows[0]) return rows[0].pid
  }
}
