import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { createCharge } from '../payment/create-charge.ts'

/** How long an answer waits for the gateway. */
const PATIENCE_MS = 3_000
/** Charges this process asks for at a time on behalf of waiting requests: in a rush the jobs do the rest. */
const MAX_AT_ONCE = 40
let underWay = 0

/**
 * Tries to get the charges of new payments made at once, so that the answer carries their links; a link that is not there in time
 * is missing from the map. Nothing depends on it: every payment has its job.
 */
export async function chargeLinks(deps: Deps, paymentIds: readonly number[]): Promise<Map<number, string>> {
  const links = new Map<number, string>()
  const attempts = paymentIds.map(async (paymentId) => {
    if (underWay >= MAX_AT_ONCE) return
    underWay++
    try {
      const link = await createCharge(deps, paymentId)
      if (link) links.set(paymentId, link)
    } catch (error) {
      deps.log.warn({ err: error, paymentId }, 'charge not created at once')
    } finally {
      underWay--
    }
  })
  const patience = new AbortController()
  await Promise.race([
    Promise.all(attempts),
    setTimeout(PATIENCE_MS, null, { signal: patience.signal }).catch(() => null),
  ])
  patience.abort()
  return new Map(links)
}
