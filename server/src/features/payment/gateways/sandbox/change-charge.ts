import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import type { TestCard } from './cards.ts'
import { isCancellable, isPaidStatus, isPayable, type Simulation, simulated } from './charge-life.ts'
import { deliverSandboxWebhookJob } from './deliver-webhook.ts'
import type { ChargeStatus, NewCharge } from './protocol.ts'
import { insertCharge, insertDelivery, lockCharge, type SandboxCharge, updateCharge } from './queries.ts'

export function openCharge(deps: Deps, request: NewCharge): Promise<SandboxCharge> {
  return insertCharge(deps.db, {
    id: `cob_${randomBytes(20).toString('hex')}`,
    externalReference: request.external_reference,
    method: request.method,
    amountCents: request.amount_cents,
    dueOn: request.due_on,
    expiresAt: request.expires_at ? new Date(request.expires_at) : null,
    description: request.description,
    payerName: request.payer.name,
    payerCpfHint: request.payer.cpf.slice(3, 9),
    at: deps.clock.now(),
  })
}

/** Null for an unknown charge; `done`: the charge is cancelled now. */
export async function cancelCharge(
  deps: Deps,
  id: string,
): Promise<{ charge: SandboxCharge; done: boolean } | null> {
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    if (!charge) return null
    if (charge.status === 'CANCELLED') return { charge, done: true }
    if (!isCancellable(charge.status)) return { charge, done: false }
    await enter(tx, charge, 'CANCELLED', deps.clock.now())
    return { charge: { ...charge, status: 'CANCELLED' }, done: true }
  })
}

/** Applies a simulation of the payment page if the charge's status allows it; pressing twice applies it once. */
export async function simulate(deps: Deps, id: string, simulation: Simulation): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    const status = charge && simulated(charge, simulation, now)
    if (status) await enter(tx, charge, status, now)
  })
}

export async function payByCard(deps: Deps, id: string, card: TestCard): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    if (charge?.method !== 'CREDIT_CARD' || !isPayable(charge, now)) return
    await enter(tx, charge, card.outcome, now, card.number.slice(-4))
  })
}

/** Changes a charge's status and enqueues its webhook in the same transaction. */
async function enter(
  tx: Tx,
  charge: SandboxCharge,
  status: ChargeStatus,
  at: Date,
  cardLastDigits?: string,
): Promise<void> {
  await updateCharge(tx, charge.id, {
    status,
    ...(isPaidStatus(status) && !charge.paid_at && { paid_at: at }),
    ...(cardLastDigits && { card_last_digits: cardLastDigits }),
    updated_at: at,
  })
  const event = `CHARGE_${status}`
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
