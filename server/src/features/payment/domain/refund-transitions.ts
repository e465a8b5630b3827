import type { RefundStatus } from '#contract/payment/refund.ts'

/** Any other transition is refused (docs/algorithms/payment.md, "Refunds"). */
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
