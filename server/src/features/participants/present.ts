import { staffCancellation } from '#contract/can-cancel.ts'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES, REGISTRATION_STATUSES } from '#contract/payment-status.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import type { Row } from '#server/lib/db.ts'
import { paymentLink } from '../registration/payment-link.ts'
import { MONEY, type MoneyRow, moneyWords } from '../registration/queries/money.ts'
import { chosenNames, creditCents } from '../registration/queries.ts'
import type { listAcceptances, listAnswers } from './queries.ts'

/** What `describeRegistration` reads, of a registration `r`, its buyer `u` and effective payment `p`; and the names of all that was chosen. */
export const DESCRIBED = [
  ...(['r.id', 'r.status', 'r.name', 'r.cpf', 'r.phone', 'u.email'] as const),
  ...(['r.kit_id', 'r.shirt_size_id', 'r.total_cents', 'r.created_at'] as const),
  ...chosenNames,
  creditCents,
  ...MONEY,
  ...(['p.type as payment_type', 'p.status as payment_status'] as const),
  ...(['p.amount_cents', 'p.token', 'p.paid_at'] as const),
] as const

type Stored = Row<'registrations'>
interface DescribedRow
  extends MoneyRow,
    Pick<Stored, 'id' | 'status' | 'name' | 'cpf' | 'phone' | 'kit_id' | 'shirt_size_id'>,
    Pick<Stored, 'total_cents' | 'created_at'>,
    Omit<PaymentRow, 'type' | 'status'> {
  email: string
  credit_cents: number
  kit_name: string
  size_name: string | null
  payment_type: number | null
  payment_status: number | null
}

/** What the list and the edit form both say of a registration. */
export const describeRegistration = (row: DescribedRow, publicUrl: string) => ({
  id: row.id,
  ...presentStatus(row.status),
  participant: { name: row.name, cpf: row.cpf, emailResponsible: row.email, phone: row.phone },
  products: [
    {
      id: row.kit_id,
      name: row.kit_name,
      quantity: 1,
      shirt_size_id: row.shirt_size_id,
      shirt_size: row.size_name,
    },
  ],
  value: toDecimal(row.total_cents),
  money_sentence: moneyWords(row),
  credit: toDecimal(row.credit_cents),
  payment: presentPayment({ ...row, type: row.payment_type, status: row.payment_status }, publicUrl),
  created_at: row.created_at.toISOString(),
})

interface CancellableRow {
  status: number
  has_payment: boolean
  refundable_cents: number
}

/** How the caller may cancel a registration. */
export function presentCancellation(
  { status, has_payment, refundable_cents }: CancellableRow,
  event: { registration_ends_on: IsoDate; timezone: string },
  { caller, now }: { caller: Caller; now: Date },
) {
  const cancellation = staffCancellation({
    status,
    hasPayment: has_payment,
    refundableCents: refundable_cents,
    registrationEndsOn: event.registration_ends_on,
    today: dayIn(event.timezone, now),
    isAdmin: hasRole(caller, 'Admin'),
  })
  return {
    can_cancel: cancellation !== null,
    refundable: cancellation?.refundCents ? toDecimal(cancellation.refundCents) : null,
    cancellation_needs_reason: cancellation?.needsReason ?? false,
  }
}

interface PaymentRow {
  type: number | null
  status: number | null
  amount_cents: number | null
  token: string | null
  paid_at: Date | null
}

/** Null when there is none. */
export function presentPayment(
  { type, status, amount_cents, token, paid_at }: PaymentRow,
  publicUrl: string,
) {
  if (type === null || status === null || amount_cents === null || token === null) return null
  return {
    value: toDecimal(amount_cents),
    type,
    status: PAYMENT_STATUSES[status]?.word ?? 'desconhecido',
    status_code: status,
    payment_date: paid_at?.toISOString() ?? null,
    payment_link: paymentLink(publicUrl, token),
  }
}

function presentStatus(code: number) {
  const status = REGISTRATION_STATUSES[code]
  return {
    status: status?.label ?? 'Desconhecido',
    status_code: code,
    status_color: status?.color ?? 'default',
  }
}

/** The acceptances and answers of one registration, among those of several. */
export const describeAnswers = (
  registrationId: number,
  acceptances: Awaited<ReturnType<typeof listAcceptances>>,
  answers: Awaited<ReturnType<typeof listAnswers>>,
) => ({
  terms_accepted: acceptances
    .filter(({ registration_id }) => registration_id === registrationId)
    .map(({ id, name, accepted_at }) => ({ id, name, accepted_at: accepted_at.toISOString() })),
  questionnaires: answers
    .filter(({ registration_id }) => registration_id === registrationId)
    .map(({ id, description, accepted }) => ({ id, description, accepted })),
})
