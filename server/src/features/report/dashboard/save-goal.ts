import { countWords } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { lockEvent } from '#server/features/event-management/queries/document.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { updateGoal } from './queries.ts'

interface NewGoal {
  caller: Caller
  eventId: number
  goal: number | null
  ip: string
}

const words = (goal: number | null) => (goal === null ? {} : { 'Inscrições pagas': countWords(goal) })

/** Saving the same goal again changes nothing. */
export function saveGoal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, goal, ip }: NewGoal,
): Promise<void> {
  return transaction(db, async (tx) => {
    const { registration_goal: before } = await lockEvent(tx, caller, eventId)
    if (before === goal) return
    await updateGoal(tx, eventId, goal)
    await audit(tx, {
      at: clock.now(),
      actorUserId: caller.userId,
      action: 'event.goal_changed',
      entityId: eventId,
      before: words(before),
      after: words(goal),
      ip,
    })
  })
}
