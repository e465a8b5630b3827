import { dayIn } from '#contract/dates.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import {
  canBePaidAnew,
  mayChangeInstallments,
  paidCents,
  paymentChoices,
} from '#contract/payment-page/renew-payment.ts'
import { installmentPlans, rateOf } from '#contract/pricing/installments.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'
import type { Deps } from '#server/deps.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { installmentRules } from '#server/features/event/queries.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import type { CardTerms } from '#server/features/payment/balancing/queries.ts'
import { createCharges } from '#server/features/payment/create-charges.ts'
import { isWaiting, sharesOf } from '#server/features/payment/domain/plan-balance.ts'
import { lockPaymentsOf, type SharedPayment } from '#server/features/payment/queries/locks.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { auditAll } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { lockAtTheirPrice } from './lock-at-their-price.ts'
import { findHoldMs, getPaymentToken, lockPayableRegistrations } from './queries.ts'

export interface Payer {
  userId: number
  /** The payer has only the payment's link, not a session. */
  byLink?: boolean
  type: PaymentType
  /** The number of installments of a card; 1 by default. */
  installments?: number
  ip: string
}

type Own = Awaited<ReturnType<typeof lockPayableRegistrations>>[number]

/** Pix, because it is refunded without asking anybody for a bank account. */
const ONLY_PIX = 'As inscrições de outras contas do seu grupo são pagas com Pix.'

/** Locks the payments of the registrations to pay before anything else is locked. */
type Choose = (
  tx: Tx,
  at: Date,
) => Promise<{
  ids: readonly number[]
  payments: SharedPayment[]
  /** Leaves out registrations that the payer may not pay, instead of throwing 404. */
  isPartial?: boolean
}>

/**
 * Replaces the open payment of a registration, because it cannot be paid or another method was chosen. The
 * new payment covers everything that the old one covered. Returns its link. Throws 409 when the registration
 * allows no such payment, for example on a second click. A registration that a captain's payment covers gets
 * its own.
 */
export const renewMyPayment = async (
  deps: Deps,
  { registrationId, ...payer }: Payer & { registrationId: number },
): Promise<string> => {
  const token = await payAnew(deps, payer, async (tx, at) => {
    const payments = await lockPaymentsOf(tx, [registrationId])
    await checkChoice(tx, registrationId, payments, payer, at)
    const shared = payments.filter(({ status }) => isWaiting(status)).flatMap(({ items }) => items)
    const ids = new Set([registrationId, ...shared.map((item) => item.registrationId)])
    return { ids: [...ids], payments, isPartial: true }
  })
  return paymentLink(deps.config.publicUrl, token)
}

/**
 * Pays registrations of one event with one payment and returns its link. Idempotent. Throws 409 when one of
 * them allows no other payment.
 */
export const payTogether = async (
  deps: Deps,
  { registrationIds, ...payer }: Payer & { registrationIds: readonly number[] },
): Promise<string> => {
  const token = await payAnew(deps, payer, async (tx) => ({
    ids: [...new Set(registrationIds)],
    payments: await lockPaymentsOf(tx, registrationIds),
  }))
  return paymentLink(deps.config.publicUrl, token)
}

/** Throws 409 unless the registration may be paid with this method instead of the current one. */
export async function checkChoice(
  tx: Tx,
  registrationId: number,
  payments: readonly SharedPayment[],
  { userId, type, installments = 1 }: Payer,
  at: Date,
): Promise<void> {
  const [registration] = await lockPayableRegistrations(tx, [registrationId], userId)
  if (!registration) throw new AppError('not_found')
  const payable = { ...decisive(registration, payments, at), types: registration.payment_types }
  if (!paymentChoices(payable).includes(type) && !mayChangeInstallments(payable, { type, installments }))
    throw new AppError('cannot_renew_payment')
}

/** Replaces the open payments of the chosen registrations by one payment. Returns its token. */
export async function payAnew(
  deps: Deps,
  { userId, byLink = false, type, installments = 1, ip }: Payer,
  choose: Choose,
): Promise<string> {
  const at = deps.clock.now()
  const { id, token } = await transaction(deps.db, async (tx) => {
    // Lock order: registrations, payments, stock levels (docs/algorithms/stock.md).
    const { ids: wanted, payments, isPartial = false } = await choose(tx, at)
    const actorUserId = byLink ? null : userId
    const registrations = await lockAtTheirPrice(tx, wanted, userId, { at, actorUserId, ip })
    if (registrations.length < wanted.length && !isPartial) throw new AppError('not_found')
    if (registrations.some((one) => one.responsible_user_id !== userId) && type !== PAYMENT_TYPE.pix)
      throw new AppError('cannot_renew_payment', { message: ONLY_PIX })
    const ids = registrations.map((one) => one.id)
    const { holdMs, terms } = await checkPayable(tx, registrations, payments, { type, installments, at })
    const settled = await balancePayments(tx, {
      registrationIds: ids,
      provider: deps.gateway.provider,
      at,
      actorUserId,
      byLink,
      together: { registrationIds: ids, type, terms, payerUserId: userId },
      holdMs,
    })
    const created = settled.created.find(({ registrationIds }) => registrationIds.includes(ids[0] ?? 0))
    if (created)
      await auditAll(
        tx,
        registrations.map(({ id, event_id }) => ({
          at,
          actorUserId,
          action: byLink ? 'registration.payment_renewed_by_link' : 'registration.payment_renewed',
          entity: 'registration',
          entityId: id,
          eventId: event_id,
          after: {
            payment_id: created.paymentId,
            payment_type: type,
            ...(installments > 1 && { installments }),
          },
          ip,
        })),
      )
    // A repeated request finds the payment of the first one.
    const existing = payments.find(
      ({ status, items }) =>
        isWaiting(status) && items.some(({ registrationId }) => registrationId === ids[0]),
    )
    const paymentId = created?.paymentId ?? existing?.id
    if (paymentId === undefined) throw new Error('a payable registration was left without a payment')
    return getPaymentToken(tx, paymentId)
  })
  await createCharges(deps, [id])
  return token
}

export const decisive = (
  registration: Omit<Own, 'is_captained'>,
  payments: readonly SharedPayment[],
  at: Date,
) => ({
  status: registration.status,
  totalCents: registration.total_cents,
  payments: payments.flatMap((payment) =>
    sharesOf(registration.id, [payment]).map((share) => ({
      ...payment,
      ...share,
      isByOther: payment.payerUserId !== registration.responsible_user_id,
    })),
  ),
  eventOn: registration.event_on,
  today: dayIn(registration.timezone, at),
})

interface Checked {
  /** In milliseconds; null: until the end of the due date. */
  holdMs: number | null
  terms: CardTerms | null
}

/** Throws 409 when the registrations cannot be paid with this method and number of installments. */
async function checkPayable(
  tx: Tx,
  registrations: readonly Own[],
  payments: readonly SharedPayment[],
  { type, installments, at }: { type: PaymentType; installments: number; at: Date },
): Promise<Checked> {
  const [first] = registrations
  if (!first) return { holdMs: null, terms: null }
  if (registrations.some(({ event_id }) => event_id !== first.event_id))
    throw invalidField('registration_ids', 'Escolha inscrições do mesmo evento.')
  const open = registrations.map((registration) => decisive(registration, payments, at))
  if (!open.every(canBePaidAnew) || !first.payment_types.includes(type))
    throw new AppError('cannot_renew_payment')
  const { today, eventOn } = decisive(first, payments, at)
  if (!timelyTypes(first.payment_types, { today, eventOn }).includes(type))
    throw new AppError('boleto_too_late')
  const owedCents = open.reduce((sum, one) => sum + one.totalCents - paidCents(one.payments), 0)
  if (owedCents < MINIMUM_CHARGE_CENTS) throw new AppError('amount_too_small')

  // Unpaid spots are held as long as with a first payment: docs/algorithms/stock.md, "Unpaid spots".
  const unpaid = registrations.filter((_registration, i) => paidCents(open[i]?.payments ?? []) === 0)
  const ids = unpaid.map(({ id }) => id)
  return {
    holdMs: await getHoldMs(tx, ids, type, first.payment_types),
    terms: termsOf(first, { type, installments, owedCents }),
  }
}

/**
 * How long a new payment holds these spots, in milliseconds; null: until the end of its due date. Throws 409
 * for a boleto that would be cleared too late, if there is another type.
 */
export async function getHoldMs(
  tx: Tx,
  registrationIds: readonly number[],
  type: PaymentType,
  types: readonly PaymentType[],
): Promise<number | null> {
  const holdMs = await findHoldMs(tx, registrationIds)
  if (type !== PAYMENT_TYPE.boleto) return holdMs
  if (holdMs !== null && types.some((other) => other !== PAYMENT_TYPE.boleto))
    throw new AppError('boleto_too_slow')
  return null
}

/** Throws 409 when the event does not allow this number of installments for this amount. */
function termsOf(
  event: Own,
  { type, installments, owedCents }: { type: PaymentType; installments: number; owedCents: number },
): CardTerms | null {
  if (installments === 1) return null
  const rules = installmentRules(event)
  const plans = type === PAYMENT_TYPE.card ? installmentPlans(owedCents, rules, event.installment_rates) : []
  if (!plans.some(({ count }) => count === installments)) throw new AppError('cannot_renew_payment')
  return {
    installments,
    rate: rules.withInterest ? rateOf(event.installment_rates, installments) : 0,
    feeByOrganizer: !rules.withInterest,
  }
}
