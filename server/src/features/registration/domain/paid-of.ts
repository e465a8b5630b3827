import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { isPaid, PAYMENT_STATUS } from '#contract/payment-status.ts'

export interface Share {
  status: number
  isDuplicate: boolean
  /** What it pays of the registration, less what is refunded. */
  netCents: Cents
  paidAt: Date | null
}

/** What the payments of a registration say of when it may be withdrawn from; the day is one in the time zone given. */
export function paidOf(
  shares: readonly Share[],
  timezone: string,
): { paidCents: Cents; isDisputed: boolean; paidOn: IsoDate | null } {
  const counted = shares.filter(({ isDuplicate }) => !isDuplicate)
  const paid = counted.filter(({ status }) => isPaid(status))
  const first = paid.flatMap(({ paidAt }) => paidAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0]
  return {
    paidCents: paid.reduce((sum, { netCents }) => sum + netCents, 0),
    isDisputed: counted.some(({ status }) => status === PAYMENT_STATUS.reversed),
    paidOn: first ? dayIn(timezone, first) : null,
  }
}
