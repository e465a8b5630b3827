import type { PayoutStatus } from '#contract/payout/payout.ts'

/** docs/algorithms/payout.md says who may make each. */
const NEXT: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  requested: ['approved', 'refused', 'cancelled'],
  approved: ['paid', 'refused'],
  paid: [],
  refused: [],
  cancelled: [],
}

export const mayBecome = (from: PayoutStatus, to: PayoutStatus): boolean => NEXT[from].includes(to)

/** Statuses whose amounts are subtracted from what is available. */
export const PAYING: readonly PayoutStatus[] = ['requested', 'approved']
