import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { isPaidStatus } from './charge-life.ts'
import { deliverSandboxWebhookJob } from './deliver-webhook.ts'
import type { ChargeStatus } from './protocol.ts'
import { insertDelivery, type SandboxCharge, updateCharge } from './queries.ts'

/** Changes a charge's status and enqueues its webhook in the same transaction. */
export async function changeCharge(
  tx: Tx,
  charge: SandboxCharge,
  status: ChargeStatus,
  at: Date,
  cardLastDigits?: string,
): Promise<void> {
  await updateCharge(tx, charge.id, {
    status,
    ...(isPaidStatus(status) && !charge.paid_at && { paid_at: at }),
    ...(status === 'DISPUTED' && { disputed_at: at }),
    ...(isPaidStatus(status) && { disputed_at: null }),
    ...(cardLastDigits && { card_last_digits: cardLastDigits }),
    updated_at: at,
  })
  await sendMessage(tx, charge, status, status, at)
}

/** Enqueues a webhook about a charge. */
export async function sendMessage(
  tx: Tx,
  charge: SandboxCharge,
  what: string,
  status: ChargeStatus,
  at: Date,
): Promise<void> {
  const event = `CHARGE_${what}`
  const deliveryId = await insertDelivery(tx, {
    chargeId: charge.id,
    event,
    body: JSON.stringify({
      id: `evt_${randomBytes(12).toString('hex')}`,
      event,
      created_at: at.toISOString(),
      charge: {
        id: charge.id,
        external_reference: charge.external_reference,
        status,
        amount_cents: charge.amount_cents,
      },
    }),
    at,
  })
  await addJob(tx, deliverSandboxWebhookJob, { deliveryId })
}
