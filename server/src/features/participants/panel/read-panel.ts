import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents, toDecimal } from '#contract/money.ts'
import type { RegistrationPanel } from '#contract/participant-panel.ts'
import { isOpen } from '#contract/payment-status.ts'
import { optionsOf, type QuestionKind } from '#contract/questions.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { presentHistory } from '../../event/manage/domain/history.ts'
import { presentStaffRefund } from '../../registration/mine/present-refund.ts'
import { listRefunds } from '../../registration/mine/queries.ts'
import { describeRegistration, presentCancellation, presentPayment } from '../present.ts'
import {
  getPanelRow,
  listNotes,
  listPanelAnswers,
  listPanelPayments,
  listPanelTerms,
  listRegistrationHistory,
} from './queries.ts'

/** One registration with all that belongs to it. Throws 404 when it is out of the caller's reach. */
export async function readPanel(
  { db, clock, config: { publicUrl } }: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  registrationId: number,
): Promise<RegistrationPanel> {
  const row = await getPanelRow(db, caller, registrationId)
  const [payments, refunds, answers, terms, notes, changes] = await Promise.all([
    listPanelPayments(db, registrationId),
    listRefunds(db, registrationId),
    listPanelAnswers(db, registrationId),
    listPanelTerms(db, registrationId),
    listNotes(db, registrationId),
    listRegistrationHistory(db, registrationId),
  ])
  return {
    ...describeRegistration(row, publicUrl),
    person: {
      birth_date: toBrazilianDate(row.birth_on),
      sex: row.sex === 1 ? 1 : 0,
      emergency_contact: row.emergency_contact,
      emergency_contact_phone: row.emergency_contact_phone,
      email: row.own_email,
    },
    buyer: { name: row.buyer_name, email: row.email, phone: row.buyer_phone },
    category: { name: row.category_name, modality: row.modality_name },
    event: { id: row.event_id, title: row.title },
    lines: row.price_lines.map(({ kind, label, amount_cents }) => ({
      kind,
      label,
      amount: toDecimal(amount_cents),
    })),
    coupon: row.coupon_code,
    payments: payments.flatMap((payment) => {
      const presented = presentPayment(payment, publicUrl)
      return presented
        ? [
            {
              ...presented,
              id: payment.id,
              created_at: payment.created_at.toISOString(),
              due_date: payment.due_on && toBrazilianDate(payment.due_on),
              is_open: isOpen(payment.status),
            },
          ]
        : []
    }),
    refunds: refunds.map(presentStaffRefund),
    answers: answers.map((answer) => ({
      ...answer,
      kind: answer.kind as QuestionKind,
      options: optionsOf(answer.options),
    })),
    terms: terms.map((term) => ({ ...term, accepted_at: term.accepted_at.toISOString() })),
    notes: notes.map((note) => ({ ...note, created_at: note.created_at.toISOString() })),
    history: historyOf(row, changes, payments),
    ...presentCancellation(row, row, { caller, now: clock.now() }),
    cancellation_requested: row.is_cancellation_requested,
  }
}

type Panel = Awaited<ReturnType<typeof getPanelRow>>
type Entry = RegistrationPanel['history'][number]

/** The audit log's entries and the moments that it does not hold: registering, confirming and paying. The latest first. */
function historyOf(
  row: Panel,
  changes: Awaited<ReturnType<typeof listRegistrationHistory>>,
  payments: Awaited<ReturnType<typeof listPanelPayments>>,
): Entry[] {
  const moment = (
    action: string,
    at: Date | null,
    actor: string | null = null,
    amountCents?: number,
  ): Entry[] =>
    at
      ? [
          {
            at: at.toISOString(),
            actor,
            action,
            changes:
              amountCents === undefined
                ? []
                : [{ field: 'Valor', before: null, after: formatCents(amountCents) }],
          },
        ]
      : []
  const isTold = changes.some(({ action }) => action === 'registration.cancelled')
  return [
    ...changes.map((change) => {
      const { id: _id, registration_id: _own, ...entry } = presentHistory(change)
      return entry
    }),
    ...moment('registration.created', row.created_at, row.buyer_name),
    ...moment('registration.confirmed', row.confirmed_at),
    ...(isTold ? [] : moment('registration.ended', row.cancelled_at)),
    ...payments.flatMap(({ paid_at, amount_cents }) =>
      moment('payment.received', paid_at, null, amount_cents),
    ),
  ].sort((a, b) => Number(b.at > a.at) - Number(b.at < a.at))
}
