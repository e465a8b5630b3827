import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { tryCreateCharge } from '../payment/create-charge.ts'

/** How long a response waits for the gateway. */
const MAX_WAIT_MS = 3_000
/** Charges that this process creates at the same time for waiting requests; beyond that they are left to the jobs. */
const MAX_CONCURRENT = 40

type Attempts = Map<number, Promise<string | null>>
const attemptsOf = new WeakMap<Db, Attempts>()

/**
 * Tries to create the charges of new payments at once and returns their links by payment id. A payment whose link does not arrive in
 * time is missing from the map; its job creates the charge.
 */
export async function chargeLinks(deps: Deps, paymentIds: readonly number[]): Promise<Map<number, string>> {
  const links = new Map<number, string>()
  const all = paymentIds.map(async (paymentId) => {
    const link = await attempt(deps, paymentId)
    if (link) links.set(paymentId, link)
  })
  const timer = new AbortController()
  const timeout = setTimeout(MAX_WAIT_MS, null, { signal: timer.signal }).catch(() => null)
  await Promise.race([Promise.all(all), timeout])
  timer.abort()
  return new Map(links)
}

/** Concurrent requests for the same payment share one attempt. */
function attempt(deps: Deps, paymentId: number): Promise<string | null> {
  const attempts: Attempts = attemptsOf.get(deps.db) ?? new Map()
  attemptsOf.set(deps.db, attempts)
  const earlier = attempts.get(paymentId)
  if (earlier) return earlier
  if (attempts.size >= MAX_CONCURRENT) return Promise.resolve(null)
  const started = tryCreateCharge(deps, paymentId)
    .catch((error) => {
      deps.log.warn({ err: error, paymentId }, 'charge not created at once')
      return null
    })
    .finally(() => attempts.delete(paymentId))
  attempts.set(paymentId, started)
  return started
}
