import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { withinReach } from '../../producer/events/queries.ts'
import { eventReach } from '../../producer/policy.ts'
import {
  effectivePayment,
  hasPayment,
  isCancellationRequested,
  refundableCents,
} from '../../registration/queries.ts'
import type { StoredLine } from '../edit/plan-edit.ts'
import { DESCRIBED } from '../present.ts'

/** A registration with its person, buyer and event. Throws 404 when it is out of the caller's reach. */
export async function getPanelRow(db: Db, caller: Caller, registrationId: number) {
  const row = await db
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .leftJoin('coupons as o', 'o.id', 'r.coupon_id')
    .leftJoin('users as owner', 'owner.cpf', 'r.cpf')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('r.id', '=', registrationId)
    .where(withinReach(eventReach(caller)))
    .select(DESCRIBED)
    .select(['r.event_id', 'r.birth_on', 'r.sex', 'r.email as own_email', 'r.confirmed_at', 'r.cancelled_at'])
    .select(['events.title', 'events.registration_ends_on', 'events.timezone'])
    .select(['u.name as buyer_name', 'u.phone as buyer_phone', 'o.code as coupon_code'])
    .select(['owner.emergency_contact', 'owner.emergency_contact_phone'])
    .select(sql<StoredLine[]>`r.price_lines`.as('price_lines'))
    .select([hasPayment, refundableCents, isCancellationRequested])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** All payments of a registration, the newest first. */
export const listPanelPayments = (db: Db, registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select([
      'p.id',
      'p.type',
      'p.status',
      'i.amount_cents',
      'p.token',
      'p.paid_at',
      'p.created_at',
      'p.due_on',
    ])
    .execute()

export const listPanelTerms = (db: Db, registrationId: number) =>
  db
    .selectFrom('term_acceptances as a')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .where('a.registration_id', '=', registrationId)
    .orderBy('a.term_id')
    .select(['a.term_id as id', 'v.name', 'a.version', 'a.accepted_at'])
    .execute()

export const listPanelAnswers = (db: Db, registrationId: number) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('questionnaires as q', 'q.id', 'a.questionnaire_id')
    .where('a.registration_id', '=', registrationId)
    .orderBy('a.questionnaire_id')
    .select(['a.questionnaire_id as id', 'a.question', 'a.accepted', 'a.value', 'q.kind', 'q.options'])
    .select(sql<boolean>`a.file_path is not null`.as('has_file'))
    .execute()

/** An answer with its question as it is asked today. */
export const findAnswer = (db: Db, registrationId: number, questionnaireId: number) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('questionnaires as q', 'q.id', 'a.questionnaire_id')
    .where('a.registration_id', '=', registrationId)
    .where('a.questionnaire_id', '=', questionnaireId)
    .select(['a.question', 'a.accepted', 'a.value', 'q.kind', 'q.required', 'q.options'])
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

export async function insertNote(
  tx: Tx,
  note: { registrationId: number; authorUserId: number; text: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('registration_notes')
    .values({
      registration_id: note.registrationId,
      author_user_id: note.authorUserId,
      text: note.text,
      created_at: note.at,
    })
    .execute()
}

/** Changes of one registration that fit into its panel; older ones are in the audit log. */
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
