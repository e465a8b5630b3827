import { isOpen, isPaid } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { cancelCharge, closePayment } from '../closing/close-payment.ts'
import { ensureCharge } from '../create-charge.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import { movePayment } from '../move-payment.ts'
import { claimRefundCheck, listUnfinished } from '../refunds/queries.ts'
import { checkRefunds, sendRefund } from '../refunds/send-refund.ts'
import { claimCheck, listUncharged, listUnchecked, listUnclosed } from './queries.ts'
import { LIST_LIMIT, runTasks, type SweepResult, type SweepTask, sweepJob } from './sweep-job.ts'

const CHECK_INTERVAL_MS = 30 * 60_000

/**
 * Every half hour, against lost messages and jobs: creates missing charges, sends and checks unfinished refunds, closes ended payments
 * at the gateway and compares open ones with it. A payment is checked at most once in half an hour.
 */
export async function reconcilePayments(deps: Deps): Promise<SweepResult> {
  const { db } = deps
  const at = deps.clock.now()
  const before = new Date(at.getTime() - CHECK_INTERVAL_MS)
  const check = (paymentId: number, run: () => Promise<unknown>): SweepTask => ({
    paymentId,
    // Claimed first: a payment that fails is retried last, and concurrent sweeps share the work.
    run: async () => (await claimCheck(db, paymentId, { before, at })) && run(),
  })
  const [uncharged, unclosed, unchecked, unfinished] = await Promise.all([
    listUncharged(db, before, LIST_LIMIT),
    listUnclosed(db, before, LIST_LIMIT),
    listUnchecked(db, before, LIST_LIMIT),
    listUnfinished(db, before, LIST_LIMIT),
  ])
  const tasks = [
    ...uncharged.map((id) => check(id, () => ensureCharge(deps, id))),
    ...unclosed.map((id) => check(id, () => closePayment(deps, id))),
    ...unchecked.map((payment) => check(payment.id, () => compareWithGateway(deps, payment))),
    ...unfinished.map(({ id, payment_id: paymentId, status }) => ({
      paymentId,
      run: async () =>
        (await claimRefundCheck(db, id, { before, at })) &&
        (status === 'approved' ? sendRefund(deps, id) : checkRefunds(deps, paymentId)),
    })),
  ]
  return runTasks(tasks, async ({ paymentId }, error) => {
    deps.log.error({ err: error, paymentId }, 'a payment could not be compared with the gateway')
  })
}

async function compareWithGateway(
  deps: Deps,
  payment: { id: number; provider: string; charge_id: string; external_reference: string },
): Promise<void> {
  const { provider } = payment
  const gateway = gatewayOf(deps, provider)
  const charges = await gateway.findCharges(payment.external_reference)
  const charge =
    charges.find(({ id }) => id === payment.charge_id) ?? (await gateway.getCharge(payment.charge_id))
  await transaction(deps.db, (tx) =>
    movePayment(tx, payment.id, {
      target: charge.status,
      kind: 'reconciled',
      source: 'system',
      at: deps.clock.now(),
      charge,
    }),
  )
  // A slow gateway may have created several charges: only one may be payable.
  for (const other of charges)
    if (other.id !== charge.id && (isOpen(other.status) || isPaid(other.status)))
      await cancelCharge(deps, { paymentId: payment.id, chargeId: other.id, provider })
}

export const reconcilePaymentsJob = sweepJob('reconcile-payments', reconcilePayments)
