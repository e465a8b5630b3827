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
  cardLastDigits = charge.card_last_digits,
): Promise<void> {
  const isPaid = isPaidStatus(status)
  await updateCharge(tx, charge.id, {
    status,
    paid_at: charge.paid_at ?? (isPaid ? at : null),
    disputed_at: isPaid ? null : status === 'DISPUTED' ? at : charge.disputed_at,
    card_last_digits: cardLastDigits,
    updated_at: at,
  })
  await sendMessage(tx, charge, status, status, at)
}

/** Enqueues a webhook about a charge. */
export async function sendMessage(
  tx: Tx,
  { id, external_reference, amount_cents }: SandboxCharge,
  what: string,
  status: ChargeStatus,
  at: Date,
): Promise<void> {
  const event = `CHARGE_${what}`
  const body = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    event,
    created_at: at.toISOString(),
    charge: { id, external_reference, status, amount_cents },
  })
  const deliveryId = await insertDelivery(tx, { charge_id: id, event, body, created_at: at })
  await addJob(tx, deliverSandboxWebhookJob, { deliveryId })
}
