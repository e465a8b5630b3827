import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { ConsentKind } from '#contract/account.ts'
import { PERSON_COLUMNS, type PersonColumn } from '#contract/person.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Consents } from '#server/lib/db-types.ts'
import {
  REMOVED_BIRTH_ON,
  REMOVED_NAME,
  REMOVED_PHONE,
  removedCpf,
  removedEmail,
} from '../domain/removed-person.ts'
import { ANSWER_FILE } from '../domain/sent-file.ts'
import { PERSONAL_COLUMNS } from '../queries.ts'
import { deleteFactor } from '../second-factor/queries.ts'

export async function insertConsents(tx: Tx, rows: Insertable<Consents>[]): Promise<void> {
  await tx.insertInto('consents').values(rows).execute()
}

/** The newest row of each kind. */
export async function selectConsents(
  db: Db,
  userId: number,
): Promise<{ kind: ConsentKind; version: string; granted: boolean; at: Date }[]> {
  return db
    .selectFrom('consents')
    .distinctOn('kind')
    .select([sql<ConsentKind>`kind`.as('kind'), 'version', 'granted', 'at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute()
}

// Removing an account ----------------------------------------------------------------------------------------------

/**
 * Locks the registrations an account is responsible for, in id order as everywhere, and before the account, as
 * cancelling does.
 */
export async function lockRegistrations(tx: Tx, userId: number): Promise<void> {
  await tx
    .selectFrom('registrations')
    .select('id')
    .where('responsible_user_id', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Whether the account is responsible for an active registration of a coming event. */
export async function hasRegistrationAhead(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .select('registrations.id')
    .where('registrations.responsible_user_id', '=', userId)
    .where('registrations.status', '<>', 2)
    .where('events.status', '<>', 3)
    .where(sql<boolean>`events.event_on >= (${now}::timestamptz at time zone events.timezone)::date`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function selectRegistrationIds(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('registrations')
    .select('id')
    .where('responsible_user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** What stands in the required columns of a person who was removed; the others become null. The sex alone is nobody's. */
const NOBODY: { readonly [Column in PersonColumn]?: RawBuilder<unknown> } = {
  name: sql`${REMOVED_NAME}`,
  cpf: sql`given.cpf`,
  phone: sql`${REMOVED_PHONE}`,
  birth_on: sql`${REMOVED_BIRTH_ON}::date`,
  sex: sql`registrations.sex`,
}

/** Anonymizes registrations; what was bought, held and paid stays. */
export async function anonymizeRegistrations(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  const given = ids.map((id) => ({ id, cpf: removedCpf(id) }))
  const columns = Object.keys(PERSON_COLUMNS) as PersonColumn[]
  const removed = columns.map((column) => sql`${sql.ref(column)} = ${NOBODY[column] ?? sql`null`}`)
  await sql`
    update registrations
    set ${sql.join(removed)}, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, cpf text)
    where registrations.id = given.id`.execute(tx)
  await tx
    .deleteFrom('registration_notes')
    .where('registration_id', 'in', [...ids, 0])
    .execute()
}

/** Detaches the files sent with answers, removes what was written, and deletes those no answer names any more; returns their paths. */
export async function takeAnswerFiles(
  tx: Tx,
  userId: number,
  registrationIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct file_path as path from questionnaire_answers
    where registration_id = any (${registrationIds}::bigint[]) and file_path is not null`.execute(tx)
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
    returning path`.execute(tx)
  return gone.map(({ path }) => path)
}

/** Anonymizes a user's row, which other rows still reference, and deletes everything else of the account. */
export async function anonymizeUser(tx: Tx, userId: number, at: Date): Promise<void> {
  await emptyAccount(tx, userId, { name: REMOVED_NAME, at })
  // The consent stays as proof; where it was given from is personal data.
  await tx.updateTable('consents').set({ ip: null, user_agent: null }).where('user_id', '=', userId).execute()
  await tx.updateTable('audit_log').set({ ip: null }).where('actor_user_id', '=', userId).execute()
}

/** Leaves of an account a row with a name that nobody can log in to; e-mail and CPF are free again. */
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
  for (const table of ['sessions', 'known_devices', 'email_changes', 'user_tokens', 'user_roles'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
