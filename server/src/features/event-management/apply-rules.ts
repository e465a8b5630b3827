import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { refuse } from '#server/lib/errors.ts'
import type { EventDocument } from './domain/document.ts'
import { changesRules, excludedProblems, type ReasonChange, reasonChanges } from './domain/ineligible.ts'
import { eachRegistration, storeReasons } from './queries/registrations.ts'

/**
 * Compares all registrations of an event with its new rules about sex and age. The event refuses the rules or
 * marks who does not meet them. Cancelled registrations are marked too, because a late payment may restore
 * them. Returns how many active ones were marked. The caller has locked the event.
 */
export async function applyRules(
  tx: Tx,
  stored: EventDocument,
  planned: EventDocument,
  at: Date,
): Promise<number> {
  if (!changesRules(stored, planned)) return 0
  const changes: ReasonChange[] = []
  for await (const part of eachRegistration(tx, planned.event.id))
    changes.push(...reasonChanges(planned, part))
  const excluded = excludedProblems(stored, planned, changes)
  if (planned.event.ineligible_changes === 'refuse') refuse(excluded)
  await storeReasons(tx, changes, at)
  return changes.filter(
    ({ reason, registration }) => reason !== null && registration.status !== REGISTRATION_STATUS.cancelled,
  ).length
}
