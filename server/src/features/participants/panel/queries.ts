import { type Insertable, sql, type Updateable } from 'kysely'
import type { TermKind } from '#contract/event/term-kind.ts'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import { questionsOf, sha256Of } from '#server/features/event/queries.ts'
import { changeList } from '#server/features/registration/changes/queries.ts'
import {
  asRegistered,
  confirmation,
  effectivePayment,
  guardian,
  hasPayment,
  isCancellationRequested,
  priceLines,
  refundableCents,
  usedCode,
} from '#server/features/registration/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { RegistrationNotes, Registrations } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { registrationColumns } from '../present.ts'

/** Why the runner deferred registration `r`. */
const deferralReason = sql<string | null>`(
  select reason from refund_choices where registration_id = r.id
)`.as('deferral_reason')

/** The returned place of registration `r`, unless its runner took it back. */
const placeReturn = sql<{ bought_by: number | null } | null>`(
  select json_build_object('bought_by', taken_by_registration_id)
  from refund_choices where registration_id = r.id and kind = 'returned' and choice is distinct from 'place'
)`.as('place_return')

/** Whether the registered person owns the account that made the registration. */
const isOwn = sql<boolean>`u.cpf = r.cpf`

/**
 * Throws 404 outside the caller's scope. An emergency contact is shown only with a registration that its owner made:
 * anybody can register an additional participant with a CPF that they know.
 */
export const getPanelRow = (db: Db, caller: Caller, registrationId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('r.id', '=', registrationId)
    .where(inScope(eventScope(caller)))
    .select(registrationColumns)
    .select(['r.modality_id', 'r.category_id', 'r.kit_id'])
    .select((eb) => questionsOf(eb.ref('events.id')))
    .select(['r.event_id', 'r.birth_on', 'r.sex', 'r.email as own_email', 'r.confirmed_at', 'r.cancelled_at'])
    .select(['events.title', 'events.registration_ends_on', 'events.timezone', 'events.transfers_until'])
    .select(['u.name as buyer_name', 'u.phone as buyer_phone', usedCode.as('coupon_code')])
    .select([
      sql<string | null>`case when ${isOwn} then u.emergency_contact end`.as('emergency_contact'),
      sql<string | null>`case when ${isOwn} then u.emergency_contact_phone end`.as('emergency_contact_phone'),
    ])
    .select([priceLines, hasPayment, refundableCents, isCancellationRequested, confirmation, guardian])
    .select([changeList, deferralReason, placeReturn])
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

export const listPanelTerms = (db: Db, registrationId: number) =>
  db
    .selectFrom('term_acceptances as a')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .where('a.registration_id', '=', registrationId)
    .orderBy('a.term_id')
    .select(['a.term_id as id', 'v.name', 'a.version', 'v.kind', 'a.accepted_at', 'a.revoked_at'])
    // The buyer accepts the terms of their own registration.
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .select(sql<boolean>`a.by_participant or r.position = 0`.as('by_participant'))
    .select(sha256Of(sql.ref('v.description')).as('sha256'))
    .$narrowType<{ kind: TermKind }>()
    .execute()

export const listPanelAnswers = (db: Db, registrationId: number) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('questionnaires as q', 'q.id', 'a.questionnaire_id')
    .where('a.registration_id', '=', registrationId)
    .orderBy('a.questionnaire_id')
    .select(['a.questionnaire_id', 'a.question', 'a.accepted', 'a.value', 'a.file_path'])
    .select(['q.kind', 'q.options', 'q.sensitive'])
    .execute()

/** An answer with its question in the current wording. */
export const findAnswer = (db: Db, registrationId: number, questionnaireId: number) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('questionnaires as q', 'q.id', 'a.questionnaire_id')
    .where('a.registration_id', '=', registrationId)
    .where('a.questionnaire_id', '=', questionnaireId)
    .select(['a.question', 'a.accepted', 'a.value', 'q.kind', 'q.required', 'q.options', 'q.sensitive'])
    .executeTakeFirst()

export async function updateAnswer(
  tx: Tx,
  registrationId: number,
  questionnaireId: number,
  answer: { accepted: boolean; value: string | null },
): Promise<void> {
  await tx
    .updateTable('questionnaire_answers')
    .set(answer)
    .where('registration_id', '=', registrationId)
    .where('questionnaire_id', '=', questionnaireId)
    .execute()
}

export const listNotes = (db: Db, registrationId: number) =>
  db
    .selectFrom('registration_notes as n')
    .leftJoin('users as a', 'a.id', 'n.author_user_id')
    .where('n.registration_id', '=', registrationId)
    .orderBy('n.id', 'desc')
    .select(['n.id', 'n.text', 'a.name as author', 'n.created_at'])
    .execute()

export async function insertNote(tx: Tx, note: Insertable<RegistrationNotes>): Promise<void> {
  await tx.insertInto('registration_notes').values(note).execute()
}

/** The audit entry of a message that was sent again. */
export const RESENT = 'registration.mail_resent'

export const wasMailResent = async (tx: Tx, registrationId: number, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('audit_log')
    .where('entity', '=', 'registration')
    .where('entity_id', '=', registrationId)
    .where('action', '=', RESENT)
    .where('at', '>', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Maximum number of changes in the panel; older ones are in the audit log. */
const MOST_ENTRIES = 50

export const listRegistrationHistory = (db: Db, registrationId: number) =>
  db
    .selectFrom('audit_log as l')
    .leftJoin('users as a', 'a.id', 'l.actor_user_id')
    .where('l.entity', '=', 'registration')
    .where('l.entity_id', '=', registrationId)
    .orderBy('l.id', 'desc')
    .limit(MOST_ENTRIES)
    .select(['l.id', 'l.at', 'l.action', 'l.entity', 'l.entity_id', 'a.name as actor'])
    .select(sql<Record<string, unknown> | null>`l.before`.as('before'))
    .select(sql<Record<string, unknown> | null>`l.after`.as('after'))
    .execute()

export async function updatePerson(
  tx: Tx,
  registrationId: number,
  person: Updateable<Registrations>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ ...asRegistered, ...person, updated_at: at })
    .where('id', '=', registrationId)
    .execute()
}
