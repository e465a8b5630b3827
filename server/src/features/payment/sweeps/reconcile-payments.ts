import { isOpen, isPaid } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { cancelCharge } from '../cancel-charge.ts'
import { closePayment } from '../close-payment.ts'
import { makeCharge } from '../create-charge.ts'
import { movePayment } from '../move-payment.ts'
import { listUncharged, listUnchecked, listUnclosed, takeLook } from './queries.ts'
import { type RoundEnd, roundJob, type Task, workThrough } from './work-through.ts'

const FORGOTTEN_MS = 30 * 60_000
/** More than one run gets done: the backlog itself says how long the round is. */
const LIST = 5_000

/**
 * The net under lost messages and jobs: makes charges that are missing, ends at the gateway what is over here, compares with it
 * what is open. Nothing is looked at twice in half an hour.
 */
export async function reconcilePayments(deps: Deps): Promise<RoundEnd> {
  const { db } = deps
  const at = deps.clock.now()
  const before = new Date(at.getTime() - FORGOTTEN_MS)
  const look = (paymentId: number, run: () => Promise<unknown>): Task => ({
    paymentId,
    // The look is taken first: what fails goes to the end of the line, and two rounds share the work.
    run: async () => (await takeLook(db, paymentId, { before, at })) && run(),
  })
  const [uncharged, unclosed, unchecked] = await Promise.all([
    listUncharged(db, before, LIST),
    listUnclosed(db, before, LIST),
    listUnchecked(db, before, LIST),
  ])
  const tasks = [
    ...uncharged.map((id) => look(id, () => makeCharge(deps, id))),
    ...unclosed.map((id) => look(id, () => closePayment(deps, id))),
    ...unchecked.map((payment) => look(payment.id, () => compare(deps, payment))),
  ]
  return workThrough(tasks, async ({ paymentId }, error) => {
    deps.log.error({ err: error, paymentId }, 'a payment could not be compared with the gateway')
  })
}

async function compare(
  deps: Deps,
  payment: { id: number; charge_id: string; external_reference: string },
): Promise<void> {
  const charges = await deps.gateway.findCharges(payment.external_reference)
  const charge =
    charges.find(({ id }) => id === payment.charge_id) ?? (await deps.gateway.getCharge(payment.charge_id))
  await transaction(deps.db, (tx) =>
    movePayment(tx, payment.id, {
      target: charge.status,
      kind: 'reconciled',
      source: 'system',
      at: deps.clock.now(),
      charge,
    }),
  )
  // Left by a slow gateway: only one of them is to be paid.
  for (const other of charges)
    if (other.id !== charge.id && (isOpen(other.status) || isPaid(other.status)))
      await cancelCharge(deps, { paymentId: payment.id, chargeId: other.id })
}

export const reconcilePaymentsJob = roundJob('reconcile-payments', reconcilePayments)
