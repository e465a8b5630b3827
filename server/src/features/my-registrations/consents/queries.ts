import type { Tx } from '#server/lib/db.ts'

/** A consent given with a registration of this account, locked. */
export const lockConsent = (
  tx: Tx,
  { userId, registrationId, termId }: { userId: number; registrationId: number; termId: number },
) =>
  tx
    .selectFrom('term_acceptances as a')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .where('r.id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .where('a.term_id', '=', termId)
    .where('v.kind', '=', 'consent')
    .select(['a.revoked_at', 'v.name', 'v.version', 'r.event_id'])
    .forNoKeyUpdate('a')
    .executeTakeFirst()

export const setRevoked = (tx: Tx, registrationId: number, termId: number, at: Date) =>
  tx
    .updateTable('term_acceptances')
    .set({ revoked_at: at })
    .where('registration_id', '=', registrationId)
    .where('term_id', '=', termId)
    .execute()
