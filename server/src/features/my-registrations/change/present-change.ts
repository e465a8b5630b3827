import { dayIn } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { presentLines } from '#server/features/registration/domain/price-lines.ts'
import type { findMine } from '../list/queries.ts'
import { changeProblem } from './domain/change-problem.ts'

export function presentChange(
  row: NonNullable<Awaited<ReturnType<typeof findMine>>>,
  payments: readonly { status: number }[],
  now: Date,
): Pick<MyRegistration, 'can_change' | 'pending_change'> {
  const problem = changeProblem({
    status: row.status,
    eventStatus: row.event_status,
    until: row.changes_until,
    eventOn: row.event_on,
    today: dayIn(row.timezone, now),
    isCancellationRequested: row.is_cancellation_requested,
    payments,
  })
  if (!row.pending_change) return { can_change: problem === null, pending_change: null }
  const { total_cents, price_lines, ...names } = row.pending_change
  return {
    can_change: problem === null,
    pending_change: { ...names, value: toDecimal(total_cents), price_lines: presentLines(price_lines) },
  }
}
