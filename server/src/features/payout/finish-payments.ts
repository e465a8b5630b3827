import { z } from 'zod'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import { inSnapshot, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { movePayment } from '../payment/move-payment.ts'
import { isPaidOut } from './domain/balance.ts'
import { ofOrganizer } from './queries/organizers.ts'
import { listFinishable, organizerOfEvent } from './queries/payments.ts'
import { readAccount } from './read-balances.ts'

/** Payments of one run, so that those of a large event do not hold up other jobs. */
const BATCH = 200

/** Once an event's net is paid out, and nothing of it waits for anything, its payments are Finalizado. */
export const finishPaymentsJob = defineMoneyJob(
  'finish-payments',
  z.object({ eventId: z.int() }),
  async ({ db, clock }, { eventId }) => {
    const at = clock.now()
    const organizerId = await organizerOfEvent(db, eventId)
    const { events } = await inSnapshot(db, (snapshot) =>
      readAccount(snapshot, ofOrganizer(organizerId), { now: at }),
    )
    const event = events.find(({ id }) => id === eventId)
    if (!event || !isPaidOut(event.balance)) return
    const ids = await listFinishable(db, eventId, BATCH)
    for (const id of ids)
      await transaction(db, (tx) =>
        movePayment(tx, id, { target: PAYMENT_STATUS.settled, kind: 'paid_out', source: 'system', at }),
      )
    if (ids.length === BATCH) await transaction(db, (tx) => addJob(tx, finishPaymentsJob, { eventId }))
  },
)
