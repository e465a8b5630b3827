import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { refundHeldMoney } from '#server/features/payment/held-refunds/refund-held-money.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { findBought, findUnsold, listBought, listUnsold, storeTaker } from './queries.ts'
import { takeBack } from './take-back.ts'

/** Per run; the next one continues. */
const MOST = 500

/**
 * Refunds returned places that were bought and paid, and ends the returns of places that can no longer be bought
 * (docs/algorithms/transfer.md, "Returned places"). One transaction each, so that an error does not stop the
 * others.
 */
export async function settleReturns(deps: Pick<Deps, 'db' | 'clock' | 'gateway'>): Promise<void> {
  const failures: unknown[] = []
  const attempt = (one: Promise<void>) => one.catch((error: unknown) => failures.push(error))
  // One place more is settled in each round, for registrations that several returns wait for.
  for (let settled = 0; settled < MOST; ) {
    const found = await listBought(deps.db, MOST)
    const first = [...new Map(found.toReversed().map((one) => [one.takerId, one])).values()]
    for (const { id, takerId } of first) await attempt(refundBought(deps, id, takerId))
    settled += first.length
    if (first.length === 0 || failures.length > 0) break
  }
  for (const id of await listUnsold(deps.db, deps.clock.now(), MOST)) await attempt(endUnsold(deps, id))
  if (failures.length > 0) throw new AggregateError(failures, 'some returned places were not settled')
}

/** Does nothing when another buyer comes first, or the runner took the place back. */
const refundBought = (
  { db, clock, gateway }: Parameters<typeof settleReturns>[0],
  id: number,
  takerId: number,
) =>
  transaction(db, async (tx) => {
    await lockPaymentsOf(tx, [id, takerId])
    const bought = await findBought(tx, id)
    if (bought?.takerId !== takerId) return
    const at = clock.now()
    await storeTaker(tx, id, takerId)
    await refundHeldMoney(tx, id, { at, by: null, provider: gateway.provider })
    await audit(tx, {
      at,
      actorUserId: null,
      action: 'registration.return_bought',
      entityId: id,
      eventId: bought.event_id,
    })
  })

/**
 * Gives the place back to the runner. If it was sold, or the runner has another place, the money is refunded: on race
 * day, because until then an unpaid registration may still give the place back.
 */
const endUnsold = ({ db, clock, gateway }: Parameters<typeof settleReturns>[0], id: number) =>
  transaction(db, async (tx) => {
    const payments = await lockPaymentsOf(tx, [id])
    const at = clock.now()
    const unsold = await findUnsold(tx, id, at)
    if (!unsold) return
    const how = { at, by: null, provider: gateway.provider }
    const returned = { ...unsold, registrationId: id, payments }
    // Of a deleted account nobody is left to run.
    const isTaken = unsold.anonymized_at === null && (await takeBack(tx, returned, how)) === 'changed'
    if (!isTaken && !unsold.is_race_day) return
    if (!isTaken) await refundHeldMoney(tx, id, how)
    await audit(tx, {
      at,
      actorUserId: null,
      action: isTaken ? 'registration.return_ended' : 'registration.return_refunded',
      entityId: id,
      eventId: unsold.event_id,
    })
  })

export const settleReturnsJob = defineMoneyJob('settle-returns', z.object({}), settleReturns)
