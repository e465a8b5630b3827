import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, RUN_MS } from '#server/lib/jobs.ts'
import { paymentReminderJob } from './payment-reminder.ts'
import { claimReminders, lockReminders } from './queries.ts'

/** When reminders are sent, in hours before the payment is due. Each is sent once for a payment. */
const HOURS_BEFORE = [24, 2]
/** Payments claimed in a transaction. */
const BATCH = 500

/** Enqueues one e-mail per payer and event. Returns the number of e-mails. */
export async function remindPayers({ db, clock }: Deps): Promise<number> {
  const endsAt = performance.now() + RUN_MS
  let mails = 0
  for (const [position, hours] of HOURS_BEFORE.entries()) {
    const lead = { hours, nextHours: HOURS_BEFORE[position + 1] ?? 0 }
    let claimed = BATCH
    while (claimed === BATCH && performance.now() < endsAt)
      claimed = await transaction(db, async (tx) => {
        if (!(await lockReminders(tx))) return 0
        const payments = await claimReminders(tx, { ...lead, now: clock.now(), limit: BATCH })
        const groups = Map.groupBy(payments, ({ event_id, payer_user_id }) => `${event_id}:${payer_user_id}`)
        for (const group of groups.values())
          await addJob(tx, paymentReminderJob, { paymentIds: group.map(({ id }) => id), hours })
        mails += groups.size
        return payments.length
      })
  }
  return mails
}

export const remindPayersJob = defineJob('remind-payers', z.object({}), async (deps) => {
  const mails = await remindPayers(deps)
  if (mails > 0) deps.log.info({ mails }, 'payers were reminded of unpaid places')
})
