import type { Cents } from '#contract/money.ts'
import { holdsMoney, isOpen, isPaid, PAYMENT_STATUS } from '#contract/payment-status.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/price.ts'
import { type PaymentShare, paidCents } from '#contract/renew-payment.ts'
import type { PaymentType } from '../gateways/gateway.ts'

/** How much of a payment pays for which registration. */
export interface PaymentItem {
  registrationId: number
  amountCents: Cents
}

/** Refunds of an item: what `item_refunds` (SQL) says. */
export interface ItemRefunds {
  /** Decided on: it does not count as paid any more. */
  refundedCents: Cents
  /** Of these, made at the gateway directly: it is not asked for again. */
  byGatewayCents: Cents
  /** Asked for and not decided on, or refused. */
  withheldCents: Cents
}

export interface SettledItem extends PaymentItem {
  /** What was paid for it on top, because it is paid in installments. */
  interestCents?: Cents
  /** Absent: none. */
  refunds?: ItemRefunds
  /** When it came to this registration, if that was after it was paid. */
  movedAt?: string | null
}

export interface SettledPayment {
  id: number
  status: number
  type: PaymentType
  installments: number
  isDuplicate: boolean
  items: SettledItem[]
}

export interface SettledRegistration {
  id: number
  /** 0 when it is cancelled. */
  totalCents: Cents
  /** What is kept of its payments; by default its total. */
  keptCents?: Cents
}

/** What a registration has paid (and does not get back), still owes, and has paid too much. */
export interface Balance {
  id: number
  paidCents: Cents
  owedCents: Cents
  creditCents: Cents
}

/** A payment to create. */
export interface NewPayment {
  items: PaymentItem[]
  /** Null: that of the payment the registration had last. */
  type: PaymentType | null
  /** The payment that covered these registrations until now. */
  replaces: number | null
}

/** A refund to make. */
export interface NewRefund {
  paymentId: number
  registrationId: number
  amountCents: Cents
}

export interface Settlement {
  balances: Balance[]
  /** They give back every credit, from the latest payments first. */
  refunds: NewRefund[]
  /** Open payments that no longer ask for what is owed, and failed ones. */
  replaced: number[]
  created: NewPayment[]
  /** Something is owed that is below the gateway's minimum for a charge. */
  isTooSmall: boolean
}

/** Registrations that one payment is to pay. */
export interface Together {
  registrationIds: readonly number[]
  type: PaymentType
  /** Absent: at once. */
  installments?: number
}

/**
 * Which payments to replace and create so that the open payments of these registrations ask for exactly what each of them owes:
 * docs/algorithms/payment.md, "Settling". `payments` are all payments of the registrations; every registration that an open or failed
 * one covers is among `registrations`. Those of `together` are to be paid by one payment of its type.
 */
export function settlement(
  registrations: readonly SettledRegistration[],
  payments: readonly SettledPayment[],
  together: Together | null = null,
): Settlement {
  const balances = registrations.map((registration) => balanceOf(registration, payments))
  const owed = new Map(
    balances.flatMap(({ id, owedCents }) => (owedCents > 0 ? [[id, owedCents] as const] : [])),
  )
  const chosen = new Set(together?.registrationIds.filter((id) => owed.has(id)))

  const covered = new Set<number>()
  const asksWhatIsOwed = ({ items }: SettledPayment) =>
    items.every(({ registrationId: id, amountCents }) => owed.get(id) === amountCents && !covered.has(id))
  const isAsChosen = ({ type, installments, items }: SettledPayment) =>
    type === together?.type &&
    installments === (together.installments ?? 1) &&
    items.length === chosen.size &&
    items.every((item) => chosen.has(item.registrationId))
  const replaced: SettledPayment[] = []
  for (const payment of payments) {
    if (payment.isDuplicate || !isWaiting(payment.status)) continue
    const concernsChosen = payment.items.some(({ registrationId }) => chosen.has(registrationId))
    const isKept =
      isOpen(payment.status) && asksWhatIsOwed(payment) && (!concernsChosen || isAsChosen(payment))
    if (isKept) for (const { registrationId } of payment.items) covered.add(registrationId)
    else replaced.push(payment)
  }

  // What a replaced payment covered stays together, without those that are now paid by the chosen one.
  const itemsOf = (ids: Iterable<number>): PaymentItem[] => {
    const items: PaymentItem[] = []
    for (const id of ids) {
      if (covered.has(id)) continue
      items.push({ registrationId: id, amountCents: owed.get(id) ?? 0 })
      covered.add(id)
    }
    return items
  }
  const owing = ({ items }: SettledPayment) =>
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
    // Spots that nothing was paid for need a payment in any case: the gateway refuses it, and its grace releases them.
    created: groups.filter((group) => !tooSmall.includes(group) || holdsUnpaidSpots(group)),
    isTooSmall: tooSmall.length > 0,
  }
}

/** Open and failed payments wait to be paid or replaced. */
export const isWaiting = (status: number): boolean => isOpen(status) || status === PAYMENT_STATUS.failed

/** What payments pay of a registration, less what is refunded of it. */
export const moneyOf = <P extends SettledPayment>(
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

/** The parts of payments that count toward the price of a registration, less what was refunded of them. */
export const sharesOf = (registrationId: number, payments: readonly SettledPayment[]): PaymentShare[] =>
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
  { id, totalCents, keptCents = totalCents }: SettledRegistration,
  payments: readonly SettledPayment[],
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

/** The refunds that give back all that was paid of a registration but for `keptCents`. */
export const refundsBut = (id: number, keptCents: Cents, payments: readonly SettledPayment[]): NewRefund[] =>
  refundsOf(balanceOf({ id, totalCents: 0, keptCents }, payments), payments)

/** A disputed payment gives nothing back: its money is with the bank. */
function refundsOf({ id, creditCents }: Balance, payments: readonly SettledPayment[]): NewRefund[] {
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

/** What no refund of the item, decided on or not, speaks of. */
export const refundableCents = ({ amountCents, refunds = NO_REFUNDS }: SettledItem): Cents =>
  amountCents - refunds.refundedCents - refunds.withheldCents

const NO_REFUNDS: ItemRefunds = { refundedCents: 0, byGatewayCents: 0, withheldCents: 0 }

const sumOf = (items: readonly PaymentItem[]): Cents =>
  items.reduce((sum, { amountCents }) => sum + amountCents, 0)
