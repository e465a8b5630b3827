import type { z } from 'zod'
import { toDecimal } from '#contract/money.ts'
import { type AgeReference, EVERYBODY } from '#contract/pricing/eligibility.ts'
import { referenceDay } from '#contract/registration/age.ts'
import type { RightSimulation, simulateRight as route } from '#contract/report/right-simulation.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, inSnapshot } from '#server/lib/db.ts'
import { getReportedEvent } from '../dashboard/queries.ts'
import { estimatedCost, rightCost } from '../domain/right-cost.ts'
import { listKitsOnSale, listPricedGroups } from './queries/simulation.ts'

type Query = z.output<(typeof route)['query']>

/** Throws 404 outside the caller's scope. */
export async function simulateRight(
  db: Db,
  caller: Caller,
  eventId: number,
  { rate, base, uses, ...rule }: Query,
): Promise<RightSimulation> {
  await getAccessibleEvent(db, caller, eventId)
  const right = { id: 0, name: '', rate: rate ?? 0, base, stackable: false }
  const { registrations, totalCents, offCents, costCents } = await inSnapshot(db, async (snapshot) => {
    const { event_on, age_reference } = await getReportedEvent(snapshot, eventId)
    const agesOn = referenceDay(event_on, age_reference as AgeReference)
    if (uses === undefined) return rightCost(await listPricedGroups(snapshot, eventId, rule, agesOn), right)
    const made = await listPricedGroups(snapshot, eventId, EVERYBODY, agesOn)
    return estimatedCost(made.length > 0 ? made : await listKitsOnSale(snapshot, eventId), right, uses)
  })
  return { registrations, total: toDecimal(totalCents), off: toDecimal(offCents), cost: toDecimal(costCents) }
}
