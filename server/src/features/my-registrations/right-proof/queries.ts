import type { Db, Tx } from '#server/lib/db.ts'

interface ClaimId {
  userId: number
  registrationId: number
}

/** The claim of an own registration; of several, the one that was not rejected. */
export const findClaim = (db: Db, { userId, registrationId }: ClaimId) =>
  db
    .selectFrom('right_claims as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('c.registration_id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .orderBy((eb) => eb('c.status', '=', 'rejected'))
    .orderBy('c.created_at', 'desc')
    .select(['c.right_rule_id', 'c.status', 'c.proof_due_on', 'r.status as registration_status'])
    .select(['e.id as event_id', 'e.timezone'])
    .limit(1)
    .executeTakeFirst()

export const lockRegistration = (tx: Tx, { registrationId }: ClaimId) =>
  tx
    .selectFrom('registrations')
    .where('id', '=', registrationId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The daily job deletes the earlier file. */
export const setProof = (
  tx: Tx,
  { registrationId, rightId, path, at }: { registrationId: number; rightId: number; path: string; at: Date },
) =>
  tx
    .updateTable('right_claims')
    .set({ proof_path: path, proof_sent_at: at, status: 'in_review' })
    .where('registration_id', '=', registrationId)
    .where('right_rule_id', '=', rightId)
    .execute()
