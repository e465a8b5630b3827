import { isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'

const { pending, overdue, refunded, cancelled, expired, reversed } = PAYMENT_STATUS

/** By status code; any other transition is refused (docs/algorithms/payment.md). */
export const ALLOWED: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13],
  1: [0, 4, 5, 12],
  2: [5, 10, 11, 12],
  3: [2, 5, 10, 11, 12],
  4: [0, 1, 2, 3, 5, 6, 8, 9, 11, 13],
  5: [],
  6: [0, 1, 2, 3, 4],
  7: [0, 6],
  8: [0, 1, 2, 3, 4, 6],
  9: [0, 1, 2, 3, 4, 5, 6, 8, 11, 13],
  10: [2, 3, 11],
  11: [0, 1, 2, 3, 4, 5, 6, 9, 10, 13],
  12: [5, 10, 11],
  13: [0, 1, 2, 3, 4, 5, 6, 8, 9, 11],
}

/** On the registrations that the payment covers. */
export type Effect = 'confirm' | 'release' | 'reopen' | 'flag' | 'none'

interface Step {
  to: number
  /** `refused`: not in the table; it is recorded in the ledger without effect. */
  outcome: 'applied' | 'unchanged' | 'refused'
  effect: Effect
}

/** A null target is a message without a status. */
export function nextStatus(current: number, target: number | null, disputed = false): Step {
  if (target === null || target === current) return { to: current, outcome: 'unchanged', effect: 'none' }
  // Refunding a disputed payment means a lost dispute: it stays reversed and releases its registration.
  const endsDispute = current === reversed || (disputed && ALLOWED[current]?.includes(reversed))
  if (endsDispute && target === refunded) return { to: reversed, outcome: 'applied', effect: 'release' }
  const neverPaid = disputed && target === refunded
  if (neverPaid || !ALLOWED[current]?.includes(target))
    return { to: current, outcome: 'refused', effect: 'none' }
  return { to: target, outcome: 'applied', effect: effectOf(current, target) }
}

function effectOf(from: number, to: number): Effect {
  if (isPaid(to)) return isPaid(from) ? 'none' : 'confirm'
  if (to === cancelled || to === expired || to === refunded) return 'release'
  if (to === reversed) return 'flag'
  if (isPaid(from) && (to === pending || to === overdue)) return 'reopen'
  return 'none'
}
