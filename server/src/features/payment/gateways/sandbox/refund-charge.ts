import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { changeCharge, sendMessage } from './change-status.ts'
import { isPaidStatus } from './charge-life.ts'
import type { NewRefund, RefundStatus } from './protocol.ts'
import {
  findRefund,
  insertRefund,
  listRefunds,
  lockCharge,
  type SandboxCharge,
  type SandboxRefund,
  takeFromBalance,
  updateRefund,
} from './queries.ts'

export type RefundResult = SandboxRefund | 'unknown_charge' | 'not_paid' | 'too_much' | 'no_balance'

/** Refunds a part of a paid charge, or all of it. A boleto waits for the bank data of its payer. */
export async function refundCharge(deps: Deps, chargeId: string, request: NewRefund): Promise<RefundResult> {
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge) return 'unknown_charge'
    if (!isPaidStatus(charge.status)) return 'not_paid'
    if (request.amount_cents > charge.amount_cents - (await refundedCents(tx, chargeId))) return 'too_much'
    if (!(await takeFromBalance(tx, request.amount_cents))) return 'no_balance'
    return addRefund(tx, charge, request, deps.clock.now())
  })
}

/**
 * Refunds what is left of a charge, as somebody does on the gateway's own page; false while a refund waits for its payer. The caller holds
 * the charge's lock.
 */
export async function refundRest(tx: Tx, charge: SandboxCharge, at: Date): Promise<boolean> {
  const refunds = await listRefunds(tx, charge.id)
  if (refunds.some(({ status }) => status === 'AWAITING_PAYER')) return false
  await insertRefund(tx, {
    id: newId(),
    charge_id: charge.id,
    external_reference: null,
    amount_cents: charge.amount_cents - (await refundedCents(tx, charge.id)),
    description: 'Estorno feito no painel',
    status: 'DONE',
    created_at: at,
    done_at: at,
  })
  return true
}

/** The payer of a boleto gave their bank data, or the bank did not accept them; pressing twice applies it once. */
export async function finishRefund(deps: Deps, refundId: string, accepted: boolean): Promise<void> {
  const at = deps.clock.now()
  const found = await findRefund(deps.db, refundId)
  if (!found) return
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, found.charge_id)
    const refund = await findRefund(tx, refundId)
    if (!charge || refund?.status !== 'AWAITING_PAYER') return
    await updateRefund(tx, refundId, { status: accepted ? 'DONE' : 'DENIED', done_at: accepted ? at : null })
    if (!accepted) return sendMessage(tx, charge, 'REFUND_DENIED', charge.status, at)
    await reportDone(tx, charge, at)
  })
}

async function addRefund(
  tx: Tx,
  charge: SandboxCharge,
  request: NewRefund,
  at: Date,
): Promise<SandboxRefund> {
  const status: RefundStatus = charge.method === 'BOLETO' ? 'AWAITING_PAYER' : 'DONE'
  const refund: SandboxRefund = {
    id: newId(),
    charge_id: charge.id,
    external_reference: request.external_reference,
    amount_cents: request.amount_cents,
    description: request.description,
    status,
    created_at: at,
    done_at: status === 'DONE' ? at : null,
  }
  await insertRefund(tx, refund)
  if (status === 'DONE') await reportDone(tx, charge, at)
  return refund
}

/** The charge is refunded when all of it has gone back. */
async function reportDone(tx: Tx, charge: SandboxCharge, at: Date): Promise<void> {
  const done = (await listRefunds(tx, charge.id)).filter(({ status }) => status === 'DONE')
  const isWhole = done.reduce((sum, one) => sum + one.amount_cents, 0) === charge.amount_cents
  if (isWhole) await changeCharge(tx, charge, 'REFUNDED', at)
  else await sendMessage(tx, charge, 'REFUND_DONE', charge.status, at)
}

async function refundedCents(tx: Tx, chargeId: string): Promise<number> {
  const standing = (await listRefunds(tx, chargeId)).filter(({ status }) => status !== 'DENIED')
  return standing.reduce((sum, one) => sum + one.amount_cents, 0)
}

const newId = () => `dev_${randomBytes(20).toString('hex')}`
