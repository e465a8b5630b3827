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

const attemptsByDb = new WeakMap<Db, Map<number, Promise<unknown>>>()

function attemptsOf(db: Db) {
  const attempts = attemptsByDb.get(db) ?? new Map<number, Promise<unknown>>()
  attemptsByDb.set(db, attempts)
  return attempts
}

/**
 * Starts to create the charges of new payments; jobs create the missing ones. While many people register, jobs
 * create all of them, because a charge takes several times as long as a registration.
 */
export function startCharges(deps: Deps, paymentIds: readonly number[]): void {
  if (deps.registrationQueue.isBusy()) return
  for (const paymentId of paymentIds) attempt(deps, paymentId, MAX_CONCURRENT)
}

/** Like `startCharges`, and waits for the charges, for a limited time. */
export async function createCharges(
  deps: Deps,
  paymentIds: readonly number[],
  { evenIfBusy = false }: Options = {},
): Promise<void> {
  if (paymentIds.length === 0 || (deps.registrationQueue.isBusy() && !evenIfBusy)) return
  for (const paymentId of paymentIds) attempt(deps, paymentId, evenIfBusy ? MAX_OF_PAGES : MAX_CONCURRENT)
  await startedCharges(deps.db, paymentIds)
}

/** Whether a request to this process is creating the charge. */
export const isCreatingCharge = (db: Db, paymentId: number): boolean => attemptsOf(db).has(paymentId)

/** Waits for the charges, by default all, that requests to this process are creating, for a limited time. */
export async function startedCharges(db: Db, paymentIds?: readonly number[]): Promise<void> {
  const attempts = attemptsOf(db)
  const awaited = (paymentIds ?? [...attempts.keys()]).flatMap((id) => attempts.get(id) ?? [])
  if (awaited.length === 0) return
  await Promise.race([Promise.all(awaited), wait(MAX_WAIT_MS, null, { ref: false })])
}

/** Concurrent requests for the same payment share one attempt. */
function attempt(deps: Deps, paymentId: number, limit: number): void {
  const attempts = attemptsOf(deps.db)
  if (attempts.has(paymentId) || attempts.size >= limit) return
  const started = tryCreateCharge(deps, paymentId)
    .catch((error) => deps.log.warn({ err: error, paymentId }, 'charge not created at once'))
    .finally(() => attempts.delete(paymentId))
  attempts.set(paymentId, started)
}
