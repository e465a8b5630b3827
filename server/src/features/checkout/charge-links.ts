import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { tryCreateCharge } from '../payment/create-charge.ts'

/** How long an answer waits for the gateway. */
const PATIENCE_MS = 3_000
/** Charges this process asks for at a time on behalf of waiting requests: in a rush the jobs do the rest. */
const MAX_AT_ONCE = 40

type Attempts = Map<number, Promise<string | null>>
const attemptsOf = new WeakMap<Db, Attempts>()

/**
 * Tries to get the charges of new payments made at once, so that the answer carries their links; a link that is not there in time
 * is missing from the map. Nothing depends on it: every payment has its job.
 */
export async function chargeLinks(deps: Deps, paymentIds: readonly number[]): Promise<Map<number, string>> {
  const links = new Map<number, string>()
  const all = paymentIds.map(async (paymentId) => {
    const link = await attempt(deps, paymentId)
    if (link) links.set(paymentId, link)
  })
  const patience = new AbortController()
  const outOfPatience = setTimeout(PATIENCE_MS, null, { signal: patience.signal }).catch(() => null)
  await Promise.race([Promise.all(all), outOfPatience])
  patience.abort()
  return new Map(links)
}

/** Requests that were sent twice wait for the same attempt. */
function attempt(deps: Deps, paymentId: number): Promise<string | null> {
  const attempts: Attempts = attemptsOf.get(deps.db) ?? new Map()
  attemptsOf.set(deps.db, attempts)
  const earlier = attempts.get(paymentId)
  if (earlier) return earlier
  if (attempts.size >= MAX_AT_ONCE) return Promise.resolve(null)
  const started = tryCreateCharge(deps, paymentId)
    .catch((error) => {
      deps.log.warn({ err: error, paymentId }, 'charge not created at once')
      return null
    })
    .finally(() => attempts.delete(paymentId))
  attempts.set(paymentId, started)
  return started
}
