import type { AgeReference } from '#contract/pricing/eligibility.ts'
import { referenceDay } from '#contract/registration/age.ts'
import type { EventAudience } from '#contract/report/dashboard.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, inSnapshot } from '#server/lib/db.ts'
import { getReportedEvent } from '../dashboard/queries.ts'
import { ageBands, birthBounds } from '../domain/age-bands.ts'
import { countBirths, countCities } from './queries.ts'

/** Throws 404 outside the caller's scope. */
export async function readEventAudience(db: Db, caller: Caller, eventId: number): Promise<EventAudience> {
  await getAccessibleEvent(db, caller, eventId)
  return inSnapshot(db, async (snapshot) => {
    const { event_on, age_reference } = await getReportedEvent(snapshot, eventId)
    const bounds = birthBounds(referenceDay(event_on, age_reference as AgeReference))
    return {
      ages: ageBands(await countBirths(snapshot, eventId, bounds)),
      cities: await countCities(snapshot, eventId),
    }
  })
}
