import { z } from 'zod'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { movePayment } from '#server/features/payment/move-payment.ts'
import { inSnapshot, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { isPaidOut } from './domain/balance.ts'
import { ofOrganizer } from './queries/organizers.ts'
import { listFinishable, organizerOfEvent } from './queries/payments.ts'
import { readAccount } from './read-balances.ts'

/** Payments per run, so that a large event does not block other jobs. */
const BATCH = 200

/** Marks an event's payments as Finalizado once its net is paid out and nothing is pending. */
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
