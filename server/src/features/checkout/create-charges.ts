import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { within } from '#server/lib/within.ts'
import { tryCreateCharge } from '../payment/create-charge.ts'

/** How long a response waits for the gateway. */
const MAX_WAIT_MS = 3_000
/** Charges that this process creates at the same time for waiting requests; beyond that they are left to the jobs. */
const MAX_CONCURRENT = 40

type Attempts = Map<number, Promise<unknown>>
const attemptsOf = new WeakMap<Db, Attempts>()

/**
 * Tries to create the charges of new payments at once, and waits for that a limited time. Their jobs create those that are missing then, and
 * all of them while many register: a charge takes several times what a registration takes, and the payment page waits for it as well.
 */
export async function createCharges(deps: Deps, paymentIds: readonly number[]): Promise<void> {
  if (paymentIds.length === 0 || deps.registrationQueue.isBusy()) return
  await within(MAX_WAIT_MS, Promise.all(paymentIds.map((paymentId) => attempt(deps, paymentId))))
}

/** Concurrent requests for the same payment share one attempt. */
function attempt(deps: Deps, paymentId: number): Promise<unknown> {
  const attempts: Attempts = attemptsOf.get(deps.db) ?? new Map()
  attemptsOf.set(deps.db, attempts)
  const earlier = attempts.get(paymentId)
  if (earlier) return earlier
  if (attempts.size >= MAX_CONCURRENT) return Promise.resolve()
  const started = tryCreateCharge(deps, paymentId)
    .catch((error) => deps.log.warn({ err: error, paymentId }, 'charge not created at once'))
    .finally(() => attempts.delete(paymentId))
  attempts.set(paymentId, started)
  return started
}
