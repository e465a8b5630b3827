import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashToken } from '#server/lib/tokens.ts'
import { testDatabase } from '#test/database.ts'
import { createUsers } from '#test/factories/user.ts'
import { findCallers } from './queries.ts'

const { db } = await testDatabase()

test('many sessions are found by index lookups only, whatever the table statistics', {
  tags: 'operation',
}, async () => {
  // PostgreSQL has no statistics of these accounts yet, as on a new installation's first opening day.
  const users = [...(await createUsers(db, 1_000)), ...(await createUsers(db, 1_000))]
  const hashes = users.slice(0, 400).map(({ token }) => hashToken(token))
  const now = new Date()
  const longAgo = new Date(0)
  await db.transaction().execute(async (tx) => {
    const before = await readsOf(['users', 'sessions'])
    const callers = await findCallers(tx, hashes, { now, idleSince: longAgo, openedSince: longAgo })
    expect(callers.map((open) => open?.caller.userId)).toEqual(users.slice(0, 400).map(({ id }) => id))
    const after = await readsOf(['users', 'sessions'])
    expect(after).toEqual(before)

    async function readsOf(tables: string[]) {
      const { rows } = await sql<{ relname: string; scans: number; rows: number }>`
        select relname, seq_scan::int as scans, seq_tup_read::int as rows from pg_stat_xact_user_tables
        where relname = any (${tables}) order by 1`.execute(tx)
      return rows
    }
  })
})
