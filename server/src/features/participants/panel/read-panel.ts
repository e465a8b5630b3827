import { toBrazilianDate } from '#contract/dates.ts'
import { askedQuestion } from '#contract/event/question.ts'
import { formatCents } from '#contract/money.ts'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { isOpen } from '#contract/payment/payment-status.ts'
import { applicableQuestions, optionsOf, type QuestionKind } from '#contract/registration/questions.ts'
import type { Deps } from '#server/deps.ts'
import { presentQuestion } from '#server/features/event/domain/question.ts'
import { presentHistory } from '#server/features/event-management/domain/history.ts'
import { listRefunds } from '#server/features/my-registrations/list/queries.ts'
import { recordHealthLook, seesHealthAnswers } from '#server/features/registration/answers/health.ts'
import { answersIn, choiceOf } from '#server/features/registration/domain/answers.ts'
import { presentConfirmation } from '#server/features/registration/domain/confirmation.ts'
import { presentGuardian } from '#server/features/registration/domain/guardian.ts'
import { presentChanges } from '#server/features/registration/domain/listed-changes.ts'
import { presentLines } from '#server/features/registration/domain/price-lines.ts'
import { presentStaffRefund } from '#server/features/registration/present-refund.ts'
import type { Caller } from '#server/lib/auth.ts'
import { describeRegistration, presentCancellation, presentPayment } from '../present.ts'
import { listPayments } from '../queries.ts'
import { presentClaim } from '../rights/present.ts'
import { listClaimsOf, listRules } from '../rights/queries.ts'
import {
  getPanelRow,
  listNotes,
  listPanelAnswers,
  listPanelTerms,
  listRegistrationHistory,
} from './queries.ts'

/** A look at answers about health is audited. */
export async function readPanel(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  registrationId: number,
  ip: string,
): Promise<RegistrationRecord> {
  const { db, clock } = deps
  const { publicUrl } = deps.config
  const row = await getPanelRow(db, caller, registrationId)
  const [payments, refunds, stored, terms, notes, changes, claims, rules] = await Promise.all([
    listPayments(db, registrationId),
    listRefunds(db, registrationId),
    listPanelAnswers(db, registrationId),
    listPanelTerms(db, registrationId),
    listNotes(db, registrationId),
    listRegistrationHistory(db, registrationId),
    listClaimsOf(db, registrationId),
    listRules(db, row.event_id),
  ])
  const maySeeHealth = seesHealthAnswers(caller)
  const answers = stored.filter(({ sensitive }) => maySeeHealth || !sensitive)
  if (answers.some(({ sensitive }) => sensitive))
    await recordHealthLook(deps, { caller, registrationId, eventId: row.event_id, ip })
  return {
    ...describeRegistration(row, publicUrl),
    person: {
      birth_date: toBrazilianDate(row.birth_on),
      sex: row.sex === 1 ? 1 : 0,
      emergency_contact: row.emergency_contact,
      emergency_contact_phone: row.emergency_contact_phone,
      email: row.own_email,
    },
    confirmation: presentConfirmation(row.confirmation),
    guardian: presentGuardian(row.guardian),
    buyer: { name: row.buyer_name, email: row.email, phone: row.buyer_phone },
    category: { name: row.category_name, modality: row.modality_name },
    event: { id: row.event_id, title: row.title },
    price_lines: presentLines(row.price_lines),
    ...presentChanges(row.listed_changes),
    deferral_reason: row.deferral_reason,
    has_transfers: row.transfers_until !== null,
    place_return: row.place_return,
    coupon: row.coupon_code,
    payments: payments.map((payment) => ({
      ...presentPayment(payment, publicUrl),
      id: payment.id,
      created_at: payment.created_at.toISOString(),
      due_date: payment.due_on && toBrazilianDate(payment.due_on),
      is_open: isOpen(payment.status),
    })),
    refunds: refunds.map(presentStaffRefund),
    answers: answers.map(({ questionnaire_id, file_path, sensitive: _, ...answer }) => ({
      ...answer,
      id: questionnaire_id,
      kind: answer.kind as QuestionKind,
      options: optionsOf(answer.options),
      has_file: file_path !== null,
    })),
    unanswered: unanswered(row, stored, maySeeHealth),
    terms: terms.map((term) => ({
      ...term,
      accepted_at: term.accepted_at.toISOString(),
      revoked_at: term.revoked_at?.toISOString() ?? null,
    })),
    rights: claims.map(presentClaim),
    grantable_rights: rules,
    notes: notes.map((note) => ({ ...note, created_at: note.created_at.toISOString() })),
    history: historyOf(row, changes, payments, refunds),
    ...presentCancellation(row, row, { caller, now: clock.now() }),
    cancellation_requested: row.is_cancellation_requested,
  }
}

function unanswered(
  row: Panel,
  answers: Awaited<ReturnType<typeof listPanelAnswers>>,
  maySeeHealth: boolean,
): RegistrationRecord['unanswered'] {
  const answerTo = answersIn(answers)
  const hidden = row.questionnaires.filter(({ sensitive }) => sensitive && !maySeeHealth)
  return applicableQuestions(
    row.questionnaires.map((question) => askedQuestion(presentQuestion(question))),
    { choices: [choiceOf(row)], answerTo },
  ).flatMap(({ id, description: question, kind, options, asked }) =>
    asked === 'order' || answerTo(id) || hidden.some((one) => one.id === id)
      ? []
      : [{ id, question, kind, options, asked }],
  )
}

type Panel = Awaited<ReturnType<typeof getPanelRow>>
type Entry = RegistrationRecord['history'][number]

const CANCELLATIONS = [
  'registration.cancelled',
  'registration.guardian_refused',
  'registration.guardian_missing',
  'registration.deferred',
  'registration.returned',
]

/** Latest first; with registering, confirming, paying and refunding, which the audit log lacks. */
function historyOf(
  row: Panel,
  changes: Awaited<ReturnType<typeof listRegistrationHistory>>,
  payments: Awaited<ReturnType<typeof listPayments>>,
  refunds: Awaited<ReturnType<typeof listRefunds>>,
): Entry[] {
  const moment = (
    action: string,
    at: Date | null,
    { actor = null, changes = [] }: Partial<Entry> = {},
  ): Entry[] => (at ? [{ at: at.toISOString(), actor, action, changes }] : [])
  const isTold = changes.some(({ action }) => CANCELLATIONS.includes(action))
  const money = (action: string, at: Date | null, cents: number) =>
    moment(action, at, { changes: [{ field: 'Valor', before: null, after: formatCents(cents) }] })
  return [
    ...changes.map((change) => {
      const { id: _id, registration_id: _own, ...entry } = presentHistory(change)
      return entry
    }),
    ...moment('registration.created', row.created_at, { actor: row.buyer_name }),
    ...moment('registration.confirmed', row.confirmed_at),
    ...(isTold ? [] : moment('registration.ended', row.cancelled_at)),
    ...payments.flatMap(({ paid_at, amount_cents }) => money('payment.received', paid_at, amount_cents)),
    ...refunds.flatMap(({ asked_at, done_at, amount_cents }) => [
      ...money('refund.requested', asked_at, amount_cents),
      ...money('refund.done', done_at, amount_cents),
    ]),
  ].sort((a, b) => Number(b.at > a.at) - Number(b.at < a.at))
}
