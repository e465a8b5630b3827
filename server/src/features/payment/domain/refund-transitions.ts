import type { RefundStatus } from '#contract/refund.ts'

/** From → to: docs/algorithms/payment.md, "Refunds". Any other transition is refused. */
export const REFUND_TRANSITIONS: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  requested: ['approved', 'refused', 'done'],
  approved: ['sent', 'done', 'needs_person'],
  sent: ['done', 'needs_person'],
  needs_person: ['approved', 'sent', 'done', 'refused'],
  done: [],
  refused: [],
}

export const mayBecome = (from: RefundStatus, to: RefundStatus): boolean =>
  REFUND_TRANSITIONS[from].includes(to)
