import { dayIn } from '#contract/dates.ts'
import { installmentPlans, rateOf } from '#contract/installments.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/price.ts'
import { canBePaidAnew, mayChangeInstallments, paidCents, paymentChoices } from '#contract/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { installmentRules } from '../event/queries.ts'
import { isWaiting, sharesOf } from '../payment/domain/settlement.ts'
import type { PaymentType } from '../payment/gateways/gateway.ts'
import { lockPaymentsOf, type SharedPayment } from '../payment/queries.ts'
import type { CardTerms } from '../payment/settlement/queries.ts'
import { settleRegistrations } from '../payment/settlement/settle-registrations.ts'
import { paymentLink } from '../registration/payment-link.ts'
import { createCharges } from './create-charges.ts'
import { findHoldMs, getPaymentToken, lockOwnRegistrations } from './queries/orders.ts'

const BOLETO: PaymentType = 1
const CARD: PaymentType = 2

export interface Payer {
  /** The account that made the registrations. */
  userId: number
  /** Whether somebody asks who only has the payment's link. */
  byLink?: boolean
  type: PaymentType
  /** In how many a card is charged; by default at once. */
  installments?: number
  ip: string
}

type Own = Awaited<ReturnType<typeof lockOwnRegistrations>>[number]

/** Locks the payments that it reads, before anything else is locked. */
type Choose = (tx: Tx, at: Date) => Promise<{ ids: number[]; payments: SharedPayment[] }>

/**
 * Replaces the payment of a registration that cannot be paid, or that the buyer wants to pay in another way, with everything else that
 * it pays for. Returns the new payment's link. Throws 409 when the registration allows no such payment, as on a second click.
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
    return { ids: [...ids], payments }
  })
  return paymentLink(deps.config.publicUrl, token)
}

/**
 * Pays registrations of one event by one payment, which replaces those they have. Returns its link. Idempotent. Throws 409 when one of
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

/** Throws 409 unless the registration may be paid in this way instead of the present one. */
export async function checkChoice(
  tx: Tx,
  registrationId: number,
  payments: readonly SharedPayment[],
  { userId, type, installments = 1 }: Payer,
  at: Date,
): Promise<void> {
  const [registration] = await lockOwnRegistrations(tx, [registrationId], userId)
  if (!registration) throw new AppError('not_found')
  const payable = { ...decisive(registration, payments, at), types: registration.payment_types }
  if (!paymentChoices(payable).includes(type) && !mayChangeInstallments(payable, { type, installments }))
    throw new AppError('cannot_renew_payment')
}

/** Replaces the payments of the chosen registrations by one, and returns its token. */
export async function payAnew(
  deps: Deps,
  { userId, byLink = false, type, installments = 1, ip }: Payer,
  choose: Choose,
): Promise<string> {
  const at = deps.clock.now()
  const { id, token } = await transaction(deps.db, async (tx) => {
    // Lock order: registrations, payments, stock levels (docs/algorithms/stock.md).
    const { ids, payments } = await choose(tx, at)
    const registrations = await lockOwnRegistrations(tx, ids, userId)
    if (registrations.length < ids.length) throw new AppError('not_found')
    const { holdMs, terms } = await checkPayable(tx, registrations, payments, { type, installments, at })
    const settled = await settleRegistrations(tx, {
      registrationIds: ids,
      provider: deps.gateway.provider,
      at,
      actorUserId: byLink ? null : userId,
      byLink,
      together: { registrationIds: ids, type, terms },
      holdMs,
    })
    const created = settled.created.find(({ registrationIds }) => registrationIds.includes(ids[0] ?? 0))
    if (created)
      for (const { id, event_id } of registrations)
        await audit(tx, {
          at,
          actorUserId: byLink ? null : userId,
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
        })
    // Asked for a second time: the payment of the first.
    const kept = payments.find(
      ({ status, items }) =>
        isWaiting(status) && items.some(({ registrationId }) => registrationId === ids[0]),
    )
    const paymentId = created?.paymentId ?? kept?.id
    if (paymentId === undefined) throw new Error('a payable registration was left without a payment')
    return getPaymentToken(tx, paymentId)
  })
  await createCharges(deps, [id])
  return token
}

/** What decides whether another payment may pay a registration. */
export const decisive = (registration: Own, payments: readonly SharedPayment[], at: Date) => ({
  status: registration.status,
  totalCents: registration.total_cents,
  payments: payments.flatMap((payment) =>
    sharesOf(registration.id, [payment]).map((share) => ({ ...payment, ...share })),
  ),
  eventOn: registration.event_on,
  today: dayIn(registration.timezone, at),
})

interface Checked {
  /** How long the spots are held for the payment; null until the end of its due date. */
  holdMs: number | null
  terms: CardTerms | null
}

/** Throws 409 when the registrations cannot be paid by a payment of this type, in so many installments. */
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
  const owedCents = open.reduce((sum, one) => sum + one.totalCents - paidCents(one.payments), 0)
  if (owedCents < MINIMUM_CHARGE_CENTS) throw new AppError('amount_too_small')

  // Unpaid spots are held as long as with a first payment: docs/algorithms/stock.md, "Unpaid spots".
  const unpaid = registrations.filter((_registration, i) => paidCents(open[i]?.payments ?? []) === 0)
  const holdMs = await findHoldMs(
    tx,
    unpaid.map(({ id }) => id),
  )
  if (holdMs !== null && type === BOLETO && first.payment_types.some((other) => other !== BOLETO))
    throw new AppError('boleto_too_slow')
  return { holdMs: type === BOLETO ? null : holdMs, terms: termsOf(first, { type, installments, owedCents }) }
}

/** Throws 409 when the event does not allow so many installments of this amount. */
function termsOf(
  event: Own,
  { type, installments, owedCents }: { type: PaymentType; installments: number; owedCents: number },
): CardTerms | null {
  if (installments === 1) return null
  const rules = installmentRules(event)
  const plans = type === CARD ? installmentPlans(owedCents, rules, event.installment_rates) : []
  if (!plans.some(({ count }) => count === installments)) throw new AppError('cannot_renew_payment')
  return {
    installments,
    rate: rules.withInterest ? rateOf(event.installment_rates, installments) : 0,
    feeByOrganizer: !rules.withInterest,
  }
}
