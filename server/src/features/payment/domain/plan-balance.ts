import type { Cents } from '#contract/money.ts'
import { holdsMoney, isOpen, isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { type PaymentShare, paidCents } from '#contract/payment-page/renew-payment.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'

export interface PaymentItem {
  registrationId: number
  amountCents: Cents
}

export interface ItemRefunds {
  /** Refunds that were decided on: the amount no longer counts as paid. */
  refundedCents: Cents
  /** Refunded directly at the gateway, a part of `refundedCents`; it is not charged again. */
  byGatewayCents: Cents
  /** Refunds that were requested and not decided yet, or refused. */
  withheldCents: Cents
}

export interface BalancedItem extends PaymentItem {
  /** In addition to the amount. */
  interestCents?: Cents
  refunds?: ItemRefunds
  /** When the money was moved here from another registration. */
  movedAt?: string | null
}

export interface BalancedPayment {
  id: number
  payerUserId?: number
  status: number
  type: PaymentType
  installments: number
  isDuplicate: boolean
  items: BalancedItem[]
}

export interface BalancedRegistration {
  id: number
  /** 0 when the registration is cancelled. */
  totalCents: Cents
  /** The amount retained of its payments; by default its total. */
  keptCents?: Cents
}

/** The balance of a registration. Refunded money does not count as paid. */
export interface Balance {
  id: number
  paidCents: Cents
  owedCents: Cents
  creditCents: Cents
}

export interface NewPayment {
  items: PaymentItem[]
  /** Null: the type of the registration's previous payment. */
  type: PaymentType | null
  /** The payment that covered these registrations so far. */
  replaces: number | null
}

export interface NewRefund {
  paymentId: number
  registrationId: number
  amountCents: Cents
}

export interface Balancing {
  balances: Balance[]
  /** From the latest payments first. */
  refunds: NewRefund[]
  /** Open payments that no longer match the amount due, and failed ones. */
  replaced: number[]
  created: NewPayment[]
  /** An amount is due that is below the gateway's minimum for a charge. */
  isTooSmall: boolean
}

export interface Together {
  registrationIds: readonly number[]
  type: PaymentType
  /** The number of installments of a card; absent: 1. */
  installments?: number
  /** The account that pays; absent: the one that made the registrations. */
  payerUserId?: number
}

/**
 * Computes which payments to replace and to create so that the open payments match exactly what each
 * registration owes (docs/algorithms/payment.md, "Balancing payments"). `payments` must contain all payments
 * of the registrations, and `registrations` every registration covered by an open or failed one.
 */
export function planBalance(
  registrations: readonly BalancedRegistration[],
  payments: readonly BalancedPayment[],
  together: Together | null = null,
): Balancing {
  const balances = registrations.map((registration) => balanceOf(registration, payments))
  const owed = new Map(
    balances.flatMap(({ id, owedCents }) => (owedCents > 0 ? [[id, owedCents] as const] : [])),
  )
  const chosen = new Set(together?.registrationIds.filter((id) => owed.has(id)))

  const covered = new Set<number>()
  const asksWhatIsOwed = ({ items }: BalancedPayment) =>
    items.every(({ registrationId: id, amountCents }) => owed.get(id) === amountCents && !covered.has(id))
  const isAsChosen = ({ type, installments, payerUserId, items }: BalancedPayment) =>
    type === together?.type &&
    (together.payerUserId === undefined || together.payerUserId === payerUserId) &&
    installments === (together.installments ?? 1) &&
    items.length === chosen.size &&
    items.every((item) => chosen.has(item.registrationId))
  const replaced: BalancedPayment[] = []
  for (const payment of payments) {
    if (payment.isDuplicate || !isWaiting(payment.status)) continue
    const concernsChosen = payment.items.some(({ registrationId }) => chosen.has(registrationId))
    const isKept =
      isOpen(payment.status) && asksWhatIsOwed(payment) && (!concernsChosen || isAsChosen(payment))
    if (isKept) for (const { registrationId } of payment.items) covered.add(registrationId)
    else replaced.push(payment)
  }

  // Registrations covered by a replaced payment stay together, except those covered by the chosen payment.
  const itemsOf = (ids: Iterable<number>): PaymentItem[] => {
    const items: PaymentItem[] = []
    for (const id of ids) {
      if (covered.has(id)) continue
      items.push({ registrationId: id, amountCents: owed.get(id) ?? 0 })
      covered.add(id)
    }
    return items
  }
  const owing = ({ items }: BalancedPayment) =>
    items.map(({ registrationId }) => registrationId).filter((id) => owed.has(id))
  const groups: NewPayment[] = [
    { items: itemsOf(chosen), type: together?.type ?? null, replaces: null },
    ...replaced.map((payment) => ({
      items: itemsOf(owing(payment)),
      type: payment.type,
      replaces: payment.id,
    })),
    ...[...owed.keys()].map((id) => ({ items: itemsOf([id]), type: null, replaces: null })),
  ].filter(({ items }) => items.length > 0)

  const tooSmall = groups.filter(({ items }) => sumOf(items) < MINIMUM_CHARGE_CENTS)
  const unpaid = new Set(balances.filter((balance) => balance.paidCents === 0).map(({ id }) => id))
  const holdsUnpaidSpots = ({ items }: NewPayment) =>
    items.some(({ registrationId }) => unpaid.has(registrationId))
  return {
    balances,
    refunds: balances.flatMap((balance) => refundsOf(balance, payments)),
    replaced: replaced.map(({ id }) => id),
    // Unpaid spots always get a payment: if the gateway refuses it, its grace period releases them.
    created: groups.filter((group) => !tooSmall.includes(group) || holdsUnpaidSpots(group)),
    isTooSmall: tooSmall.length > 0,
  }
}

/** Still to be paid or replaced. */
export const isWaiting = (status: number): boolean => isOpen(status) || status === PAYMENT_STATUS.failed

/** The amounts that payments contribute to a registration, less refunds. */
export const moneyOf = <P extends BalancedPayment>(
  registrationId: number,
  payments: readonly (P & { paid_at: Date | null })[],
) =>
  payments.flatMap(({ status, isDuplicate, paid_at: paidAt, items }) =>
    items
      .filter((item) => item.registrationId === registrationId)
      .map(({ amountCents, refunds = NO_REFUNDS, movedAt }) => ({
        status,
        isDuplicate,
        paidAt: movedAt ? new Date(movedAt) : paidAt,
        netCents: amountCents - refunds.refundedCents,
      })),
  )

/** The shares that count towards the price of a registration, less refunds. */
export const sharesOf = (registrationId: number, payments: readonly BalancedPayment[]): PaymentShare[] =>
  payments.flatMap(({ status, isDuplicate, items }) =>
    items
      .filter((item) => item.registrationId === registrationId)
      .map(({ amountCents, refunds = NO_REFUNDS }) => ({
        status,
        isDuplicate,
        amountCents: amountCents - refunds.refundedCents + refunds.byGatewayCents,
      })),
  )

function balanceOf(
  { id, totalCents, keptCents = totalCents }: BalancedRegistration,
  payments: readonly BalancedPayment[],
): Balance {
  const refunds = payments
    .filter(({ status, isDuplicate }) => !isDuplicate && holdsMoney(status))
    .flatMap(({ items }) => items.filter(({ registrationId }) => registrationId === id))
    .map((item) => item.refunds ?? NO_REFUNDS)
  const counted = paidCents(sharesOf(id, payments))
  const paid = counted - refunds.reduce((sum, { byGatewayCents }) => sum + byGatewayCents, 0)
  const withheld = refunds.reduce((sum, { withheldCents }) => sum + withheldCents, 0)
  return {
    id,
    paidCents: paid,
    owedCents: Math.max(0, totalCents - counted),
    creditCents: Math.max(0, paid - keptCents - withheld),
  }
}

/** The refunds that return everything paid for a registration except `keptCents`. */
export const refundsBut = (id: number, keptCents: Cents, payments: readonly BalancedPayment[]): NewRefund[] =>
  refundsOf(balanceOf({ id, totalCents: 0, keptCents }, payments), payments)

/** A disputed payment is not refunded: the bank has its money. */
function refundsOf({ id, creditCents }: Balance, payments: readonly BalancedPayment[]): NewRefund[] {
  const refunds: NewRefund[] = []
  let left = creditCents
  for (const payment of payments.toSorted((a, b) => b.id - a.id)) {
    if (payment.isDuplicate || !isPaid(payment.status)) continue
    for (const item of payment.items.filter(({ registrationId }) => registrationId === id)) {
      const amountCents = Math.min(left, refundableCents(item))
      if (amountCents > 0) refunds.push({ paymentId: payment.id, registrationId: id, amountCents })
      left -= Math.max(0, amountCents)
    }
  }
  return refunds
}

/** The part that no refund covers, decided or not. */
export const refundableCents = ({ amountCents, refunds = NO_REFUNDS }: BalancedItem): Cents =>
  amountCents - refunds.refundedCents - refunds.withheldCents

const NO_REFUNDS: ItemRefunds = { refundedCents: 0, byGatewayCents: 0, withheldCents: 0 }

const sumOf = (items: readonly PaymentItem[]): Cents =>
  items.reduce((sum, { amountCents }) => sum + amountCents, 0)
