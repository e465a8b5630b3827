import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob } from '#server/lib/jobs.ts'
import { createChargeJob } from '../create-charge.ts'
import { movePayment } from '../move-payment.ts'
import { listUncharged, listUnchecked, markChecked } from './queries.ts'

const FORGOTTEN_MS = 30 * 60_000
/** Gateways frown on being polled: this many a round, the longest forgotten first. */
const BATCH = 200
/** This many failures in a row are no longer those of one charge: the gateway is away, and the next round asks again. */
const PATIENCE = 3

/** The net under lost messages and jobs: compares open charges with the gateway and gives chargeless payments their job back. */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - FORGOTTEN_MS)
  await transaction(deps.db, async (tx) => {
    for (const paymentId of await listUncharged(tx, before, BATCH))
      await addJob(tx, createChargeJob, { paymentId }, { jobKey: `create-charge:${paymentId}` })
  })
  let failures = 0
  for (const payment of await listUnchecked(deps.db, before, BATCH)) {
    try {
      await compare(deps, payment)
      failures = 0
    } catch (error) {
      if (++failures === PATIENCE) throw error
      deps.log.error({ err: error, paymentId: payment.id }, 'a charge could not be compared with the gateway')
      // To the end of the line: one charge that the gateway lost must not keep all others from being looked at.
      await markChecked(deps.db, payment.id, deps.clock.now())
    }
  }
}

async function compare(deps: Deps, payment: { id: number; charge_id: string }): Promise<void> {
  const charge = await deps.gateway.getCharge(payment.charge_id)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await movePayment(tx, payment.id, {
      target: charge.status,
      kind: 'reconciled',
      source: 'system',
      at,
      charge,
    })
    await markChecked(tx, payment.id, at)
  })
}

export const reconcilePaymentsJob = defineJob('reconcile-payments', z.object({}), (deps) =>
  reconcilePayments(deps),
)
