import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

/**
 * Waits until a statement that contains this text is blocked by a lock. Returns the process id of its
 * connection.
 */
export async function callThatWaits(db: Db, words: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like ${`%${words}%`}`.execute(db)
    if (rows[0]) return rows[0].pid
  }
}

/** Waits until `count` connections are blocked by a lock. */
export async function callsThatWait(db: Db, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.waiting ?? 0) >= count) return
  }
}
