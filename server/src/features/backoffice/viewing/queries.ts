import type { Insertable } from 'kysely'
import type { Tx } from '#server/lib/db.ts'
import type { Sessions } from '#server/lib/db-types.ts'

/** The caller holds the lock of the account. */
export async function insertViewing(tx: Tx, session: Insertable<Sessions>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}
