import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

/** Waits until a statement containing this text is blocked by a lock; returns its connection's process id. */
export async function callThatWaits(db: Db, words: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like ${`%${words}%`}`.execute(db)
    if (rows[0]) return rows[0].pid
  }
}
