import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import type { TestCard } from './cards.ts'
import { changeCharge, sendMessage } from './change-status.ts'
import { isCancellable, isPayable, type Simulation, simulated } from './charge-life.ts'
import { METHODS, type NewCharge } from './protocol.ts'
import { insertCharge, lockCharge, type SandboxCharge, updateCharge } from './queries.ts'
import { refundRest } from './refund-charge.ts'

export function openCharge({ db, clock }: Deps, request: NewCharge): Promise<SandboxCharge> {
  const at = clock.now()
  return insertCharge(db, {
    id: `cob_${randomBytes(20).toString('hex')}`,
    external_reference: request.externalReference,
    method: METHODS[request.type],
    status: 'PENDING',
    amount_cents: request.amountCents,
    installments: request.installments,
    due_on: request.dueOn,
    expires_at: request.expiresAt,
    description: request.description,
    payer_name: request.payer.name,
    payer_cpf_hint: request.payer.cpf.slice(3, 9),
    created_at: at,
    updated_at: at,
  })
}

/** Cancels the charge. Returns true if it is cancelled now or does not exist. */
export const cancelCharge = (deps: Deps, id: string): Promise<boolean> =>
  transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    if (!charge || charge.status === 'CANCELLED') return true
    if (!isCancellable(charge.status)) return false
    await changeCharge(tx, charge, 'CANCELLED', deps.clock.now())
    return true
  })

/**
 * Applies a simulation of the payment page if the charge's status allows it; pressing twice applies it once.
 */
export async function simulate(deps: Deps, id: string, simulation: Simulation): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    const status = charge && simulated(charge, simulation, now)
    if (!status) return
    if (simulation === 'compensar' && !(await creditInstallment(tx, charge, now))) return
    if (simulation === 'estornar' && !(await refundRest(tx, charge, now))) return
    await changeCharge(tx, charge, status, now)
  })
}

/** Credits the next installment. Returns true for the last one, after which the charge is received. */
async function creditInstallment(tx: Tx, charge: SandboxCharge, at: Date): Promise<boolean> {
  const credited = charge.credited + 1
  await updateCharge(tx, charge.id, { credited, updated_at: at })
  if (credited >= charge.installments) return true
  await sendMessage(tx, charge, 'INSTALLMENT_CREDITED', charge.status, at)
  return false
}

export async function payByCard(deps: Deps, id: string, card: TestCard): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, id)
    if (charge?.method !== 'CREDIT_CARD' || !isPayable(charge, now)) return
    await changeCharge(tx, charge, card.outcome, now, card.number.slice(-4))
  })
}
