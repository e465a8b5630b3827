import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import type { TestCard } from './cards.ts'
import { changeCharge } from './change-status.ts'
import { isCancellable, isPayable, type Simulation, simulated } from './charge-life.ts'
import type { NewCharge } from './protocol.ts'
import { insertCharge, lockCharge, type SandboxCharge } from './queries.ts'
import { refundRest } from './refund-charge.ts'

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
    await changeCharge(tx, charge, 'CANCELLED', deps.clock.now())
    return { charge: { ...charge, status: 'CANCELLED' }, done: true }
  })
}

/** Applies a simulation of the payment page if the charge's status allows it; pressing twice applies it once. */
export async function simulate(deps: Deps, id: string, simulation: Simulation): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    const status = charge && simulated(charge, simulation, now)
    if (!status) return
    if (simulation === 'estornar' && !(await refundRest(tx, charge, now))) return
    await changeCharge(tx, charge, status, now)
  })
}

export async function payByCard(deps: Deps, id: string, card: TestCard): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    if (charge?.method !== 'CREDIT_CARD' || !isPayable(charge, now)) return
    await changeCharge(tx, charge, card.outcome, now, card.number.slice(-4))
  })
}
