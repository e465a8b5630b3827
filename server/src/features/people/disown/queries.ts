import type { Db, Tx } from '#server/lib/db.ts'

interface NewLink {
  registrationId: number
  tokenHash: Buffer
  at: Date
  expiresAt: Date
}

export async function insertLink(
  db: Db,
  { registrationId, tokenHash, at, expiresAt }: NewLink,
): Promise<void> {
  await db
    .insertInto('disownment_links')
    .values({ registration_id: registrationId, token_hash: tokenHash, created_at: at, expires_at: expiresAt })
    .execute()
}

export const findLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('disownment_links')
    .where('token_hash', '=', tokenHash)
    .select(['registration_id', 'expires_at'])
    .executeTakeFirst()

/** The caller locks its payments first. */
export const lockDisowned = (tx: Tx, registrationId: number) =>
  tx
    .selectFrom('registrations')
    .where('id', '=', registrationId)
    .select(['id', 'status', 'event_id', 'disowned_at'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export async function markDisowned(tx: Tx, registrationId: number, at: Date): Promise<void> {
  await tx.updateTable('registrations').set({ disowned_at: at }).where('id', '=', registrationId).execute()
}

/** For the e-mails to participant, buyer and organizer; undefined when the buyer's account was deleted. */
export const findDisownmentMail = (db: Db, registrationId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('users as w', 'w.id', 'o.user_id')
    .where('r.id', '=', registrationId)
    .where('u.anonymized_at', 'is', null)
    .select(['r.id', 'r.name', 'r.email', 'r.status'])
    .select(['e.title', 'e.event_on', 'e.timezone', 'e.contact_email'])
    .select(['u.name as buyer_name', 'u.email as buyer_email', 'w.email as organizer_email'])
    .executeTakeFirst()
