import type { Cents } from '#contract/money.ts'
import { isOpen, PAYMENT_STATUS } from '#contract/payment-status.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/price.ts'
import { paidCents } from '#contract/renew-payment.ts'
import type { PaymentType } from '../gateways/gateway.ts'

/** How much of a payment pays for which registration. */
export interface PaymentItem {
  registrationId: number
  amountCents: Cents
}

export interface SettledPayment {
  id: number
  status: number
  type: PaymentType
  isDuplicate: boolean
  items: PaymentItem[]
}

/** `totalCents` is 0 for a cancelled registration. */
export interface SettledRegistration {
  id: number
  totalCents: Cents
}

/** What a registration has paid (and not got back), still owes, and has paid too much. */
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

export interface Settlement {
  balances: Balance[]
  /** Open payments that no longer ask for what is owed, and failed ones. */
  replaced: number[]
  created: NewPayment[]
  /** Something is owed that is below the gateway's minimum for a charge. */
  isTooSmall: boolean
}

/**
 * Which payments to replace and create so that the open payments of these registrations ask for exactly what each of them owes:
 * docs/algorithms/payment.md, "Settling". `payments` are all payments of the registrations; every registration that an open or failed
 * one covers is among `registrations`. Those of `together` are to be paid by one payment of its type.
 */
export function settlement(
  registrations: readonly SettledRegistration[],
  payments: readonly SettledPayment[],
  together: { registrationIds: readonly number[]; type: PaymentType } | null = null,
): Settlement {
  const balances = registrations.map((registration) => balanceOf(registration, payments))
  const owed = new Map(
    balances.flatMap(({ id, owedCents }) => (owedCents > 0 ? [[id, owedCents] as const] : [])),
  )
  const chosen = new Set(together?.registrationIds.filter((id) => owed.has(id)))

  const covered = new Set<number>()
  const asksWhatIsOwed = ({ items }: SettledPayment) =>
    items.every(({ registrationId: id, amountCents }) => owed.get(id) === amountCents && !covered.has(id))
  const isAsChosen = ({ type, items }: SettledPayment) =>
    type === together?.type &&
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
    replaced: replaced.map(({ id }) => id),
    // Spots that nothing was paid for need a payment in any case: the gateway refuses it, and its grace releases them.
    created: groups.filter((group) => !tooSmall.includes(group) || holdsUnpaidSpots(group)),
    isTooSmall: tooSmall.length > 0,
  }
}

/** Open and failed payments wait to be paid or replaced. */
export const isWaiting = (status: number): boolean => isOpen(status) || status === PAYMENT_STATUS.failed

function balanceOf({ id, totalCents }: SettledRegistration, payments: readonly SettledPayment[]): Balance {
  const paid = paidCents(
    payments.flatMap(({ status, isDuplicate, items }) =>
      items
        .filter(({ registrationId }) => registrationId === id)
        .map(({ amountCents }) => ({ status, isDuplicate, amountCents })),
    ),
  )
  return {
    id,
    paidCents: paid,
    owedCents: Math.max(0, totalCents - paid),
    creditCents: Math.max(0, paid - totalCents),
  }
}

const sumOf = (items: readonly PaymentItem[]): Cents =>
  items.reduce((sum, { amountCents }) => sum + amountCents, 0)
