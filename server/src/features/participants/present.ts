import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { TeamMembership } from '#contract/event/relay.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES, REGISTRATION_STATUSES } from '#contract/payment/payment-status.ts'
import { staffCancellation } from '#contract/registration/can-cancel.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { type MoneyRow, moneyColumns, moneyWords } from '#server/features/registration/queries/money.ts'
import { chosenNames, creditCents, groupName } from '#server/features/registration/queries.ts'
import { membership } from '#server/features/registration/teams/queries.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import type { Row } from '#server/lib/db.ts'
import type { listAcceptances, listAnswers } from './queries.ts'

/** SQL over registration `r`, buyer `u` and effective payment `p`, for `describeRegistration`. */
export const registrationColumns = [
  ...(['r.id', 'r.status', 'r.name', 'r.cpf', 'r.phone', 'u.email'] as const),
  ...(['r.kit_id', 'r.shirt_size_id', 'r.total_cents', 'r.created_at'] as const),
  'r.ineligible_reason',
  groupName,
  membership,
  ...chosenNames,
  creditCents,
  ...moneyColumns,
  ...(['p.type as payment_type', 'p.status as payment_status'] as const),
  ...(['p.amount_cents', 'p.token', 'p.paid_at'] as const),
] as const

type Stored = Row<'registrations'>
interface DescribedRow
  extends MoneyRow,
    Pick<Stored, 'id' | 'status' | 'name' | 'cpf' | 'phone' | 'kit_id' | 'shirt_size_id'>,
    Pick<Stored, 'total_cents' | 'created_at' | 'ineligible_reason'>,
    EffectiveRow {
  email: string
  group_name: string | null
  team: TeamMembership | null
  credit_cents: number
  kit_name: string
  size_name: string | null
}

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
  ineligible: row.ineligible_reason,
  group: row.group_name,
  team: row.team,
  value: toDecimal(row.total_cents),
  money_sentence: moneyWords(row),
  credit: toDecimal(row.credit_cents),
  payment: presentEffective(row, publicUrl),
  created_at: row.created_at.toISOString(),
})

interface CancellableRow {
  status: number
  has_payment: boolean
  refundable_cents: number
}

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
  type: number
  status: number
  amount_cents: number
  token: string
  paid_at: Date | null
}

export const presentPayment = (
  { type, status, amount_cents, token, paid_at }: PaymentRow,
  publicUrl: string,
) => ({
  value: toDecimal(amount_cents),
  type,
  status: PAYMENT_STATUSES[status]?.word ?? 'desconhecido',
  status_code: status,
  payment_date: paid_at?.toISOString() ?? null,
  payment_link: paymentLink(publicUrl, token),
})

interface EffectiveRow {
  payment_type: number | null
  payment_status: number | null
  amount_cents: number | null
  token: string | null
  paid_at: Date | null
}

function presentEffective(row: EffectiveRow, publicUrl: string) {
  const { payment_type: type, payment_status: status, amount_cents, token, paid_at } = row
  return type === null || status === null || amount_cents === null || token === null
    ? null
    : presentPayment({ type, status, amount_cents, token, paid_at }, publicUrl)
}

function presentStatus(code: number) {
  const status = REGISTRATION_STATUSES[code]
  return {
    status: status?.label ?? 'Desconhecido',
    status_code: code,
    status_color: status?.color ?? 'default',
  }
}

/** Selects the acceptances and answers of one registration. */
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
