import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { tryCreateCharge } from './create-charge.ts'

interface Options {
  /** Somebody waits for the charge, on the payment page. */
  evenIfBusy?: boolean
}

/** In milliseconds, that a response waits for the gateway. */
const MAX_WAIT_MS = 3_000
/** Charges that this process creates concurrently for requests; jobs create the others. */
const MAX_CONCURRENT = 40
/** The same for those who opened the payment page. */
const MAX_OF_PAGES = 200

type Attempts = Map<number, Promise<unknown>>
const attemptsOf = new WeakMap<Db, Attempts>()

/**
 * Tries to create the charges of new payments for a limited time; jobs create the missing ones. While many
 * people register, jobs create all of them, because a charge takes several times as long as a registration.
 */
export async function createCharges(
  deps: Deps,
  paymentIds: readonly number[],
  { evenIfBusy = false }: Options = {},
): Promise<void> {
  if (paymentIds.length === 0 || (deps.registrationQueue.isBusy() && !evenIfBusy)) return
  const attempts = Promise.all(
    paymentIds.map((paymentId) => attempt(deps, paymentId, evenIfBusy ? MAX_OF_PAGES : MAX_CONCURRENT)),
  )
  await Promise.race([attempts, wait(MAX_WAIT_MS, null, { ref: false })])
}

/** Concurrent requests for the same payment share one attempt. */
function attempt(deps: Deps, paymentId: number, limit: number): Promise<unknown> {
  const attempts: Attempts = attemptsOf.get(deps.db) ?? new Map()
  attemptsOf.set(deps.db, attempts)
  const earlier = attempts.get(paymentId)
  if (earlier) return earlier
  if (attempts.size >= limit) return Promise.resolve()
  const started = tryCreateCharge(deps, paymentId)
    .catch((error) => deps.log.warn({ err: error, paymentId }, 'charge not created at once'))
    .finally(() => attempts.delete(paymentId))
  attempts.set(paymentId, started)
  return started
}
