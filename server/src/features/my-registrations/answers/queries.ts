import { sql } from 'kysely'
import type { Tx } from '#server/lib/db.ts'

/** An own registration, unless the account was deleted meanwhile. */
export const lockOwnRegistration = (
  tx: Tx,
  { userId, registrationId }: { userId: number; registrationId: number },
) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('r.id', '=', registrationId)
    .where('u.id', '=', userId)
    .where('u.anonymized_at', 'is', null)
    .select(['r.id', 'r.event_id', 'r.status', 'r.modality_id', 'r.category_id', 'r.kit_id'])
    .select(['e.event_on', 'e.start_time', 'e.timezone'])
    .forNoKeyUpdate('r')
    .executeTakeFirst()

/** Read after the lock, because a statement that waits for it keeps its older snapshot of other tables. */
export async function hasParticipantConfirmed(tx: Tx, registrationId: number): Promise<boolean> {
  const { rows } = await sql<{ confirmed: boolean }>`
    select participant_confirmed(${registrationId}) as confirmed`.execute(tx)
  return rows[0]?.confirmed ?? false
}
