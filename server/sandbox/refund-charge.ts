import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { changeCharge, sendMessage } from './change-status.ts'
import { isPaidStatus } from './charge-life.ts'
import type { NewRefund } from './protocol.ts'
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

type RefundResult = SandboxRefund | 'unknown_charge' | 'not_paid' | 'too_much' | 'only_whole' | 'no_balance'

/**
 * Refunds a part of a paid charge, or all of it. A boleto is refunded only as a whole, and waits for the bank
 * data of its payer.
 */
export async function refundCharge(
  deps: Deps,
  chargeId: string,
  { amountCents, reference, description }: NewRefund,
): Promise<RefundResult> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge) return 'unknown_charge'
    if (!isPaidStatus(charge.status)) return 'not_paid'
    if (amountCents > (await restOf(tx, charge))) return 'too_much'
    if (charge.method === 'BOLETO' && amountCents !== charge.amount_cents) return 'only_whole'
    if (!(await takeFromBalance(tx, amountCents))) return 'no_balance'
    const status = charge.method === 'BOLETO' ? 'AWAITING_PAYER' : 'DONE'
    const asked = { external_reference: reference, amount_cents: amountCents, description }
    const refund = newRefund(charge, status, at, asked)
    await insertRefund(tx, refund)
    if (status === 'DONE') await reportDone(tx, charge, at)
    return refund
  })
}

/** Refunds the rest of a charge as on the gateway's own page; false while a refund waits for its payer. */
export async function refundRest(tx: Tx, charge: SandboxCharge, at: Date): Promise<boolean> {
  const refunds = await listRefunds(tx, charge.id)
  if (refunds.some(({ status }) => status === 'AWAITING_PAYER')) return false
  const amount_cents = await restOf(tx, charge)
  const rest = { external_reference: null, amount_cents, description: 'Estorno feito no painel' }
  await insertRefund(tx, newRefund(charge, 'DONE', at, rest))
  return true
}

/**
 * The payer of a boleto gave their bank data, or the bank did not accept them; pressing twice applies it
 * once.
 */
export async function finishRefund(deps: Deps, refundId: string, accepted: boolean): Promise<void> {
  const at = deps.clock.now()
  const found = await findRefund(deps.db, refundId)
  if (!found) return
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, found.charge_id)
    const refund = await findRefund(tx, refundId)
    if (!charge || refund?.status !== 'AWAITING_PAYER') return
    await updateRefund(tx, refundId, { status: accepted ? 'DONE' : 'DENIED', done_at: accepted ? at : null })
    if (accepted) await reportDone(tx, charge, at)
    else await sendMessage(tx, charge, 'REFUND_DENIED', charge.status, at)
  })
}

const newRefund = (
  { id }: SandboxCharge,
  status: SandboxRefund['status'],
  at: Date,
  refund: Pick<SandboxRefund, 'external_reference' | 'amount_cents' | 'description'>,
): SandboxRefund => ({
  ...refund,
  id: `dev_${randomBytes(20).toString('hex')}`,
  charge_id: id,
  status,
  created_at: at,
  done_at: status === 'DONE' ? at : null,
})

/** The charge is refunded when all of it has gone back. */
async function reportDone(tx: Tx, charge: SandboxCharge, at: Date): Promise<void> {
  const refunds = await listRefunds(tx, charge.id)
  const done = sumOf(refunds.filter(({ status }) => status === 'DONE'))
  if (done === charge.amount_cents) await changeCharge(tx, charge, 'REFUNDED', at)
  else await sendMessage(tx, charge, 'REFUND_DONE', charge.status, at)
}

async function restOf(tx: Tx, { id, amount_cents }: SandboxCharge): Promise<number> {
  const refunds = await listRefunds(tx, id)
  return amount_cents - sumOf(refunds.filter(({ status }) => status !== 'DENIED'))
}

const sumOf = (refunds: SandboxRefund[]) => refunds.reduce((sum, one) => sum + one.amount_cents, 0)
