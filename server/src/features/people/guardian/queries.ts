import { sql } from 'kysely'
import { EVENT_STATUS, ITEM_STATUS } from '#contract/event/event-status.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Relationship, Signer } from '#contract/registration/minors.ts'
import { sha256Of, today } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'

/** SQL: who has not signed for registration `r`. */
const missing = sql<Signer[]>`missing_signatures(r.id)`

interface NewLink {
  registrationId: number
  role: Signer
  tokenHash: Buffer
  at: Date
  expiresAt: Date
}

export async function insertLink(
  db: Db,
  { registrationId, role, tokenHash, at, expiresAt }: NewLink,
): Promise<void> {
  await db
    .insertInto('guardian_links')
    .values({
      registration_id: registrationId,
      role,
      token_hash: tokenHash,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute()
}

export const findLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('guardian_links')
    .where('token_hash', '=', tokenHash)
    .select(['registration_id', 'expires_at', 'used_at'])
    .select(sql<Signer>`role`.as('role'))
    .executeTakeFirst()

/** All links for this signature end with the first use of one. */
export const endLinks = (tx: Tx, registrationId: number, role: Signer, at: Date) =>
  tx
    .updateTable('guardian_links')
    .set({ used_at: at })
    .where('registration_id', '=', registrationId)
    .where('role', '=', role)
    .where('used_at', 'is', null)
    .execute()

const requests = (db: Db) =>
  db
    .selectFrom('guardian_requests as g')
    .innerJoin('registrations as r', 'r.id', 'g.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .select(['r.id', 'r.name', 'r.cpf', 'r.birth_on', 'r.email', 'r.status', 'r.responsible_user_id'])
    .select(['g.due_at', 'g.refused_at', 'g.email as guardian_email', 'm.name as modality'])
    .select(['e.id as event_id', 'e.title', 'e.slug', 'e.event_on', 'e.start_time', 'e.timezone'])
    .select(['e.status as event_status'])
    .select(['u.name as buyer_name', 'u.email as buyer_email', 'u.cpf as buyer_cpf'])
    .select(['u.birth_on as buyer_birth_on', 'u.anonymized_at', missing.as('missing')])

/** A registration for which somebody signs, or has signed. */
export const findRequest = (db: Db, registrationId: number) =>
  requests(db).where('r.id', '=', registrationId).executeTakeFirst()
export type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>

export const listConsents = (db: Db, { id, event_id }: Pick<Request, 'id' | 'event_id'>) =>
  db
    .selectFrom('terms as t')
    .leftJoin('term_acceptances as a', (join) =>
      join
        .onRef('a.term_id', '=', 't.id')
        .onRef('a.version', '=', 't.version')
        .on('a.registration_id', '=', id)
        .on('a.revoked_at', 'is', null),
    )
    .where('t.event_id', '=', event_id)
    .where('t.status', '=', ITEM_STATUS.active)
    .where('t.kind', '=', 'consent')
    .orderBy('t.position')
    .orderBy('t.id')
    .select(['t.id', 't.name', 't.version', 't.description'])
    .select(sha256Of(sql.ref('t.description')).as('sha256'))
    .select(sql<boolean>`a.term_id is not null`.as('accepted'))
    .execute()

interface Signature {
  registrationId: number
  role: Signer
  name: string
  cpf: string
  relationship: Relationship | null
  email: string
  at: Date
  ip: string
  text: string
}

export async function insertSignature(
  tx: Tx,
  { registrationId, at, text, ...signature }: Signature,
): Promise<void> {
  await tx
    .insertInto('guardian_signatures')
    .values({
      ...signature,
      registration_id: registrationId,
      signed_at: at,
      text,
      text_sha256: sql<Buffer>`sha256(convert_to(${text}, 'UTF8'))`,
    })
    .execute()
}

export const listSignatures = (db: Db, registrationId: number) =>
  db
    .selectFrom('guardian_signatures')
    .where('registration_id', '=', registrationId)
    .orderBy('role')
    .select(['name', 'cpf', 'email', 'signed_at', 'text'])
    .select(sql<Signer>`role`.as('role'))
    .select(sql<Relationship | null>`relationship`.as('relationship'))
    .select(sql<string | null>`host(ip)`.as('ip'))
    .select(sql<string>`encode(text_sha256, 'hex')`.as('sha256'))
    .execute()

/** True if no signature is missing now. */
export async function completeIfSigned(tx: Tx, registrationId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('guardian_requests')
    .set({ completed_at: at })
    .where('registration_id', '=', registrationId)
    .where(sql<boolean>`missing_signatures(registration_id) = '{}'`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateRequest(
  db: Db,
  registrationId: number,
  changes: { email: string } | { refused_at: Date },
): Promise<void> {
  await db
    .updateTable('guardian_requests')
    .set(changes)
    .where('registration_id', '=', registrationId)
    .execute()
}

const overdue = (db: Db, now: Date) =>
  db
    .selectFrom('guardian_requests as g')
    .innerJoin('registrations as r', 'r.id', 'g.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('g.completed_at', 'is', null)
    .where('g.refused_at', 'is', null)
    .where('g.due_at', '<=', now)
    .where('r.status', '<>', REGISTRATION_STATUS.cancelled)
    // A cancelled event's registrations are cancelled elsewhere, with a choice for the runner.
    .where('e.status', '<>', EVENT_STATUS.cancelled)
    .where(sql<boolean>`missing_signatures(r.id) <> '{}'`)
    .select(['r.id', 'r.event_id', 'r.status'])

/** Registrations whose signatures did not come in time. */
export async function listOverdue(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await overdue(db, now).orderBy('g.registration_id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Again under the lock. */
export const findOverdue = (tx: Tx, registrationId: number, now: Date) =>
  overdue(tx, now).where('r.id', '=', registrationId).executeTakeFirst()

/**
 * Adds requests for minors in coming races who have none, and opens those whose signatures no longer suffice.
 * They are due when race day begins. Returns their number.
 */
export async function askForMissing(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into guardian_requests (registration_id, created_at, due_at)
    select r.id, ${now}, greatest(
      e.event_on::timestamp at time zone e.timezone,
      least(${now}::timestamptz + interval '1 day', (e.event_on + e.start_time) at time zone e.timezone)
    )
    from registrations r join events e on e.id = r.event_id
    where e.event_on >= ${today(now)} and (e.event_on + e.start_time) at time zone e.timezone > ${now}
      and e.status not in (${EVENT_STATUS.cancelled}) and r.status <> ${REGISTRATION_STATUS.cancelled}
      and r.birth_on > (e.event_on - interval '18 years')::date
      and missing_signatures(r.id) <> '{}'
      and not exists (select from guardian_requests g where g.registration_id = r.id and g.completed_at is null)
    on conflict (registration_id) do update
      set created_at = excluded.created_at, due_at = excluded.due_at, completed_at = null, reminders = 0, reminded_at = null
      where guardian_requests.refused_at is null`.execute(db)
  return Number(numAffectedRows)
}

/** Marks requests whose reminder is due, and returns them. Locked ones are left to the next run. */
export const claimReminders = (tx: Tx, now: Date, limit: number) =>
  tx
    .with('due', () =>
      tx
        .selectFrom('guardian_requests as g')
        .innerJoin('registrations as r', 'r.id', 'g.registration_id')
        .where('g.completed_at', 'is', null)
        .where('g.refused_at', 'is', null)
        .where('g.due_at', '>', now)
        .where('r.status', '<>', REGISTRATION_STATUS.cancelled)
        .where(sql<boolean>`missing_signatures(r.id) <> '{}'`)
        .where(
          sql<boolean>`(
            g.reminders = 0 and g.created_at < ${now}::timestamptz - interval '2 days'
            or g.reminders < 2 and g.due_at <= ${now}::timestamptz + interval '1 day'
              and coalesce(g.reminded_at, g.created_at) < ${now}::timestamptz - interval '12 hours'
          )`,
        )
        .orderBy('g.registration_id')
        .limit(limit)
        .forNoKeyUpdate('g')
        .skipLocked()
        .select(['g.registration_id', 'g.email']),
    )
    .updateTable('guardian_requests')
    .from('due')
    .whereRef('guardian_requests.registration_id', '=', 'due.registration_id')
    .set((eb) => ({ reminders: eb('guardian_requests.reminders', '+', 1), reminded_at: now }))
    .returning(['due.registration_id', 'due.email'])
    .execute()
