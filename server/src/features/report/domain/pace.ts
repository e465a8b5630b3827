import type { EventDashboard } from '#contract/report/dashboard.ts'
import { sumOf } from './sum.ts'

/** Registrations paid a number of days before the race; those paid after it count on its day. */
export interface PaidOn {
  days_left: number
  registrations: number
}

/** Earlier payments count on the first day of the line. */
const MOST_DAYS = 365
/** The days of sales from which the rest is expected, without an earlier edition to compare with. */
const LATELY_DAYS = 14
/** Fewer registrations of the last edition by this day say nothing about the rest. */
const LEAST_COMPARED = 10

const until = (paid: readonly PaidOn[], daysLeft: number): number =>
  sumOf(paid, ({ days_left, registrations }) => (days_left >= daysLeft ? registrations : 0))

/** `last` is null without an earlier edition. */
export function paceLine(
  paid: readonly PaidOn[],
  last: readonly PaidOn[] | null,
  daysLeft: number,
): EventDashboard['pace']['line'] {
  const first = Math.min(MOST_DAYS, Math.max(...[...paid, ...(last ?? [])].map(({ days_left }) => days_left)))
  if (first === Number.NEGATIVE_INFINITY) return []
  const start = Math.max(first, daysLeft)
  const paidUntil = sumsFrom(start, paid)
  const lastUntil = last && sumsFrom(start, last)
  return paidUntil.map((sum, n) => ({
    days_left: start - n,
    paid: start - n < daysLeft ? null : sum,
    last: lastUntil?.[n] ?? null,
  }))
}

/** What was paid until each day from `start` to the race. */
function sumsFrom(start: number, paid: readonly PaidOn[]): number[] {
  const byDay = new Map<number, number>()
  for (const { days_left, registrations } of paid) {
    const day = Math.min(start, days_left)
    byDay.set(day, (byDay.get(day) ?? 0) + registrations)
  }
  let sum = 0
  return Array.from({ length: start + 1 }, (_, n) => {
    sum += byDay.get(start - n) ?? 0
    return sum
  })
}

interface Sales {
  daysLeft: number
  /** Days on which registrations are still sold, including today. */
  salesDays: number
  /** Null without a limit. */
  capacity: number | null
}

/**
 * Paid registrations when sales end: in proportion to the last edition from this day on, or else at the pace of
 * the last days. Not more than the event has spots.
 */
export function expectedPaid(
  paid: readonly PaidOn[],
  last: readonly PaidOn[] | null,
  { daysLeft, salesDays, capacity }: Sales,
): number {
  const now = until(paid, 0)
  if (salesDays <= 0) return now
  // Paid registrations that were cancelled may have left their spots to others.
  const limited = (expected: number) => Math.max(now, Math.min(expected, capacity ?? expected))
  const compared = until(last ?? [], daysLeft)
  if (compared >= LEAST_COMPARED) return limited(Math.round((now * until(last ?? [], 0)) / compared))
  const lately = now - until(paid, daysLeft + LATELY_DAYS)
  const days = Math.min(LATELY_DAYS, Math.max(1, ...paid.map(({ days_left }) => days_left - daysLeft + 1)))
  return limited(now + Math.round((lately * salesDays) / days))
}
