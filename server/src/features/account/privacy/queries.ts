// Over 250 lines: all writes that remove a person.

import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { ConsentKind } from '#contract/account/account.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { PERSON_COLUMNS, type PersonColumn } from '#contract/registration/person.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Consents } from '#server/lib/db-types.ts'
import { code } from '#server/lib/sql-codes.ts'
import { daysBefore } from '#server/retention-config.ts'
import {
  REMOVED_BIRTH_ON,
  REMOVED_NAME,
  REMOVED_PHONE,
  removedCpf,
  removedEmail,
} from '../domain/removed-person.ts'
import { ANSWER_FILE } from '../domain/sent-file.ts'
import { deletePasskeys } from '../passkeys/queries.ts'
import { PERSONAL_COLUMNS } from '../queries.ts'
import { deleteFactor } from '../second-factor/queries.ts'
import type { OpenMoney } from './domain/open-money.ts'

export async function insertConsents(tx: Tx, rows: Insertable<Consents>[]): Promise<void> {
  await tx.insertInto('consents').values(rows).execute()
}

/** The newest row of each kind. */
export const selectConsents = (db: Db, userId: number) =>
  db
    .selectFrom('consents')
    .distinctOn('kind')
    .select([sql<ConsentKind>`kind`.as('kind'), 'version', 'granted', 'at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute()

// Forgetting a person

/** Selects the registrations that the account made, and those that anybody made with the CPF. */
export interface Person {
  userId: number | null
  cpf: string | null
}

const registrationsOf = (db: Db, { userId, cpf }: Person) =>
  db
    .selectFrom('registrations')
    .select('id')
    .where((eb) => eb.or([eb('responsible_user_id', '=', userId), eb('cpf', '=', cpf)]))
    .orderBy('id')

/** Locks in id order and before the account, as cancellations do. */
export async function lockRegistrations(tx: Tx, person: Person): Promise<void> {
  await registrationsOf(tx, person).forNoKeyUpdate().execute()
}

export async function selectRegistrationIds(db: Db, person: Person): Promise<number[]> {
  const rows = await registrationsOf(db, person).execute()
  return rows.map((row) => row.id)
}

/** Lists which of the registrations are active in a race still to come. */
export const listRegistrationsAhead = (db: Db, ids: readonly number[], now: Date) =>
  db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .select(['registrations.id', 'events.title'])
    .where('registrations.id', '=', sql<number>`any (${ids}::bigint[])`)
    .where('registrations.status', '<>', REGISTRATION_STATUS.cancelled)
    .where('events.status', '<>', EVENT_STATUS.cancelled)
    .where(sql<boolean>`events.event_on >= (${now}::timestamptz at time zone events.timezone)::date`)
    .orderBy('registrations.id')
    .execute()

/** After this time a card's dispute is over, also if the gateway never reported its end. */
const DISPUTE_DAYS = 180

/** Money that may still go back to an account: unfinished refunds, open choices and disputes. */
export async function listOpenMoney(db: Db, userId: number, now: Date): Promise<OpenMoney[]> {
  const { rows } = await sql<OpenMoney>`
    with own as (
      select r.id, r.status, r.cancel_reason, r.kept_cents, e.title, e.status as event_status
      from registrations r join events e on e.id = r.event_id
      where r.id in (
        select id from registrations where responsible_user_id = ${userId}
        -- Paid by the captain of a group.
        union select i.registration_id from payments p join payment_items i on i.payment_id = p.id where p.payer_user_id = ${userId}
      )
    )
    select id, title, state, sum(cents)::int as cents from (
      select own.id, title, f.amount_cents + f.interest_cents as cents, case
          when f.pix_asked_at is not null and f.pix_key is null then 'pix_key'
          when f.status in ('requested', 'needs_person') then f.status
          when f.request_url is not null then 'bank_data' else 'sent' end as state
      from own join refunds f on f.registration_id = own.id
      where f.status in ('requested', 'approved', 'sent', 'needs_person')
      union all
      select id, title, kept_cents - c.fee_cents, 'choice'
      from own join refund_choices c on c.registration_id = own.id where c.choice is null
      union all
      -- The job that cancels the registrations of a cancelled event has not come to it yet.
      select id, title, paid_cents, 'sent'
      from own cross join amount_paid(own.id)
      where status <> ${code.registration.cancelled} and event_status = ${code.event.cancelled} and paid_cents > 0
      union all
      -- A lost dispute leaves the payment reversed and cancels its registrations as refunded.
      select own.id, title, i.amount_cents, 'disputed'
      from own join payment_items i on i.registration_id = own.id join payments p on p.id = i.payment_id
      where p.status = ${code.payment.reversed} and cancel_reason is distinct from 'refunded'
        and coalesce(p.returned_at, p.updated_at) > ${daysBefore(now, DISPUTE_DAYS)}::timestamptz
    ) found (id, title, cents, state)
    group by id, title, state order by id, state`.execute(db)
  return rows
}

/** Locks and returns the registrations that existed at this time and name somebody. */
export async function lockIdentified(tx: Tx, ids: readonly number[], at: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('registrations')
    .where('id', 'in', [...ids, 0])
    .where('created_at', '<=', at)
    .where('name', '<>', REMOVED_NAME)
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The other columns become null. The sex alone does not identify anybody and stays. */
const NOBODY: { readonly [Column in PersonColumn]?: RawBuilder<unknown> } = {
  name: sql`${REMOVED_NAME}`,
  cpf: sql`given.cpf`,
  phone: sql`${REMOVED_PHONE}`,
  birth_on: sql`${REMOVED_BIRTH_ON}::date`,
  sex: sql`registrations.sex`,
}

/** Kits, spots and amounts stay. */
export async function anonymizeRegistrations(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  const given = ids.map((id) => ({ id, cpf: removedCpf(id) }))
  const columns = Object.keys(PERSON_COLUMNS) as PersonColumn[]
  const removed = columns.map((column) => sql`${sql.ref(column)} = ${NOBODY[column] ?? sql`null`}`)
  await sql`
    update registrations
    set ${sql.join(removed)}, registered_name = null, registered_birth_on = null, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, cpf text)
    where registrations.id = given.id`.execute(tx)
  await tx
    .deleteFrom('registration_notes')
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  await tx
    .deleteFrom('confirmation_links')
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  await tx
    .updateTable('confirmations')
    .set({ ip: null })
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  await tx
    .deleteFrom('guardian_links')
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  await tx
    .updateTable('guardian_requests')
    .set({ email: null })
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  await tx
    .updateTable('transfers')
    .set({ given: null, ip: null })
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  await tx
    .updateTable('refund_choices')
    .set({ reason: null })
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  // The time of the signature and the hash of the text stay as proof.
  await tx
    .updateTable('guardian_signatures')
    .set({ name: REMOVED_NAME, cpf: null, email: null, ip: null, text: '' })
    .where('registration_id', 'in', [...ids, 0])
    .execute()
  // The Pix key of an unfinished refund stays: the payer may be another person.
  await tx
    .updateTable('refunds')
    .set({ pix_key: null })
    .where('registration_id', 'in', [...ids, 0])
    .where('status', 'in', ['done', 'refused'])
    .where('pix_key', 'is not', null)
    .execute()
}

/**
 * Clears the answers, proofs and review reasons of the registrations. Then deletes their uploads, and unused uploads
 * of the account, unless another row references them. Returns the paths of the deleted files.
 */
export async function takeAnswerFiles(
  tx: Tx,
  userId: number | null,
  registrationIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct file_path as path from questionnaire_answers
    where registration_id = any (${registrationIds}::bigint[]) and file_path is not null
    union select proof_path from right_claims
    where registration_id = any (${registrationIds}::bigint[]) and proof_path is not null`.execute(tx)
  await sql`
    update right_claims set proof_path = null, review_reason = null
    where registration_id = any (${registrationIds}::bigint[])`.execute(tx)
  await sql`
    update questionnaire_answers set file_path = null, value = 'Removida'
    where registration_id = any (${registrationIds}::bigint[]) and value is not null`.execute(tx)
  await sql`
    update questionnaire_answers set file_path = null
    where registration_id = any (${registrationIds}::bigint[]) and file_path is not null`.execute(tx)
  const { rows: gone } = await sql<{ path: string }>`
    delete from uploads
    where (path = any (${rows.map(({ path }) => path)}::text[]) or (user_id = ${userId} and purpose = ${ANSWER_FILE}))
      and not exists (select from questionnaire_answers where file_path = uploads.path)
      and not exists (
        select from right_claims where proof_path is not null and file_stem(proof_path) = file_stem(uploads.path)
      )
    returning path`.execute(tx)
  return gone.map(({ path }) => path)
}

/** The lists of people for whom a coupon is. */
export async function removeFromLists(
  tx: Tx,
  identities: readonly (string | null | undefined)[],
): Promise<void> {
  const known = identities.filter((identity) => identity != null)
  await tx.deleteFrom('coupon_people').where('identity', '=', sql<string>`any (${known}::text[])`).execute()
}

/** Invitations to the person, and those by the person as a captain. Precedes `anonymizeRegistrations`. */
export async function deleteInvitations(
  tx: Tx,
  {
    account,
    registrationIds,
  }: { account: { id: number; email: string } | null; registrationIds: readonly number[] },
): Promise<void> {
  await sql`
    delete from group_invites
    where email = any (array(select email from registrations where id = any (${registrationIds}::bigint[])))
      or email = ${account?.email ?? null}
      or group_id = any (array(select id from groups where captain_user_id = ${account?.id ?? null}))`.execute(
    tx,
  )
}

/** Other rows still reference the user's row. */
export async function anonymizeUser(tx: Tx, userId: number, at: Date): Promise<void> {
  await emptyAccount(tx, userId, { name: REMOVED_NAME, at })
  // The consent stays as proof; the address and browser it was given from are personal data.
  await tx.updateTable('consents').set({ ip: null, user_agent: null }).where('user_id', '=', userId).execute()
  await tx.updateTable('audit_log').set({ ip: null }).where('actor_user_id', '=', userId).execute()
}

/** Nobody can log in to the account any more; its e-mail and CPF become available again. */
export async function emptyAccount(
  tx: Tx,
  userId: number,
  { name, at }: { name: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name,
      email: removedEmail(userId),
      invited_email: null,
      ...Object.fromEntries(PERSONAL_COLUMNS.map((column) => [column, null])),
      password_hash: null,
      email_verified_at: null,
      second_factor_at: null,
      blocked_reason: null,
      anonymized_at: at,
      updated_at: at,
    })
    .where('id', '=', userId)
    .execute()
  await deleteFactor(tx, userId)
  await deletePasskeys(tx, userId)
  const tables = ['sessions', 'known_devices', 'email_changes', 'user_tokens', 'user_roles'] as const
  for (const table of [...tables, 'gateway_customers', 'event_alerts'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
