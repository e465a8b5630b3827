import { dayIn, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { findMine } from '../list/queries.ts'
import { transferProblem } from './domain/transfer-problem.ts'

interface Row {
  status: number
  event_status: number
  event_on: IsoDate
  transfers_from: IsoDate | null
  transfers_until: IsoDate | null
  transfers_done: number
  transfers_most: number
  has_excluded_discount: boolean
  is_cancellation_requested: boolean
}

export const transferring = (
  row: Row,
  { today, payments }: { today: IsoDate; payments: readonly { status: number }[] },
) => ({
  status: row.status,
  eventStatus: row.event_status,
  until: row.transfers_until,
  from: row.transfers_from,
  eventOn: row.event_on,
  today,
  done: row.transfers_done,
  most: row.transfers_most,
  hasExcludedDiscount: row.has_excluded_discount,
  isCancellationRequested: row.is_cancellation_requested,
  payments,
})

export function presentTransfer(
  row: NonNullable<Awaited<ReturnType<typeof findMine>>>,
  payments: readonly { status: number }[],
  now: Date,
): MyRegistration['transfer'] {
  const { transfers_until: until, live_transfer: live } = row
  if (until === null) return null
  const isLive = live !== null && (live.state === 'accepted' || new Date(live.until) > now)
  return {
    problem: transferProblem(transferring(row, { today: dayIn(row.timezone, now), payments })),
    until: toBrazilianDate(until),
    fee: toDecimal(row.transfers_fee_cents),
    pending: isLive ? { state: live.state, until: new Date(live.until).toISOString() } : null,
  }
}
