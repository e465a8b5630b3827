import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'

export interface Share {
  status: number
  isDuplicate: boolean
  /** The amount it pays for the registration, less refunds, in cents. */
  netCents: Cents
  paidAt: Date | null
}

/** For the right of withdrawal; `paidOn` is a day in the given time zone. */
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
