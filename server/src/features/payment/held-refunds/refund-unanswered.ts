import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { lockPaymentsOf } from '../queries/locks.ts'
import { listUnanswered } from './queries.ts'
import { refundHeldMoney } from './refund-held-money.ts'

/** Per run; the next hourly run continues. */
const MOST = 500

/**
 * One transaction per registration, so that an error does not stop the others. Returns the number of refunds.
 */
export async function refundUnanswered({ db, clock, gateway }: Deps): Promise<number> {
  const failures: unknown[] = []
  let refunded = 0
  for (const registrationId of await listUnanswered(db, clock.now(), MOST)) {
    try {
      await transaction(db, async (tx) => {
        await lockPaymentsOf(tx, [registrationId])
        const { provider } = gateway
        if (await refundHeldMoney(tx, registrationId, { at: clock.now(), by: null, provider })) refunded += 1
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some unanswered choices were not refunded')
  return refunded
}

export const refundUnansweredJob = defineMoneyJob(
  'refund-unanswered',
  z.object({}),
  async (deps) => {
    const refunded = await refundUnanswered(deps)
    if (refunded > 0) deps.log.info({ refunded }, 'runners did not choose in time')
  },
  { priority: 'low' },
)
