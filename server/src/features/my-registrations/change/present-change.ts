import { dayIn } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { presentChanges } from '#server/features/registration/domain/listed-changes.ts'
import type { findMine } from '../list/queries.ts'
import { changeProblem } from './domain/change-problem.ts'

export function presentChange(
  row: NonNullable<Awaited<ReturnType<typeof findMine>>>,
  payments: readonly { status: number }[],
  now: Date,
): Pick<MyRegistration, 'can_change' | 'pending_change' | 'changes'> {
  const problem = changeProblem({
    status: row.status,
    eventStatus: row.event_status,
    until: row.changes_until,
    eventOn: row.event_on,
    today: dayIn(row.timezone, now),
    isCancellationRequested: row.is_cancellation_requested,
    payments,
  })
  return { can_change: problem === null, ...presentChanges(row.listed_changes) }
}
