import { addDays, dayIn, type IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { closeForGood, closePayment } from '../close-payment.ts'
import { BANK_ZONE, graceEndsOn } from '../domain/due-date.ts'
import type { PaymentType } from '../gateways/gateway.ts'
import { movePayment } from '../move-payment.ts'
import { lockPayment } from '../queries.ts'
import { type ExpiryCutoffs, findExpired, listExpired, listOverdue, markChecked } from './queries.ts'
import { type RoundEnd, roundJob, workThrough } from './work-through.ts'

/** More than one run gets done: the backlog itself says how long the round is. */
const LIST = 5_000
/** No grace is longer than this, the longest run of holidays included. */
const LONGEST_GRACE_DAYS = 20

/** One round of the clock: charges past due become Vencido, and those whose grace is over Expirado. */
export async function expirePayments(deps: Deps): Promise<RoundEnd> {
  const { db, clock } = deps
  const now = clock.now()
  const over = cutoffs(now)
  const steps: [() => Promise<number[]>, (paymentId: number) => Promise<unknown>][] = [
    [() => listOverdue(db, now, dayIn(BANK_ZONE, now), LIST), (id) => callOverdue(deps, id)],
    // Before those for which the gateway has to be asked: it may be away.
    [() => listExpired(db, over, { tried: false, limit: LIST }), (id) => expirePayment(deps, id)],
    [() => listExpired(db, over, { tried: true, limit: LIST }), (id) => expirePayment(deps, id)],
  ]
  let end: RoundEnd = { left: 'nothing', done: 0 }
  for (const [list, run] of steps) {
    const tasks = (await list()).map((paymentId) => ({ paymentId, run: () => run(paymentId) }))
    end = await workThrough(tasks, async ({ paymentId }, error) => {
      deps.log.error({ err: error, paymentId }, 'a payment could not be ended')
      await markChecked(db, paymentId, clock.now())
    })
    if (end.left !== 'nothing') break
  }
  return end
}

const callOverdue = (deps: Deps, paymentId: number) =>
  transaction(deps.db, (tx) =>
    movePayment(tx, paymentId, {
      target: PAYMENT_STATUS.overdue,
      kind: 'overdue',
      source: 'system',
      at: deps.clock.now(),
    }),
  )

/** Ends one payment: first at the gateway, so that it cannot be paid any more, then here, giving the place back. */
async function expirePayment(deps: Deps, paymentId: number): Promise<void> {
  const over = cutoffs(deps.clock.now())
  const payment = await findExpired(deps.db, paymentId, over)
  if (!payment) return
  if (payment.was_tried && (await closePayment(deps, paymentId)) !== 'closed') return

  await transaction(deps.db, async (tx) => {
    await lockPayment(tx, paymentId)
    // It may have been charged, paid or cancelled while the gateway was asked.
    const still = await findExpired(tx, paymentId, over)
    if (!still || still.charge_id !== payment.charge_id) return
    const at = deps.clock.now()
    await movePayment(tx, paymentId, {
      target: still.status === PAYMENT_STATUS.failed ? PAYMENT_STATUS.cancelled : PAYMENT_STATUS.expired,
      kind: 'expired',
      source: 'system',
      at,
      releaseReason: 'expired',
    })
    await closeForGood(tx, paymentId, at)
  })
}

export const expirePaymentsJob = roundJob('expire-payments', expirePayments)

/** The last due day whose grace has ended, for each kind of grace: it grows with the due day, so one day says it all. */
function cutoffs(now: Date): ExpiryCutoffs {
  const today = dayIn(BANK_ZONE, now)
  const lastOver = (type: PaymentType, hasCharge: boolean): IsoDate => {
    let day = addDays(today, -1)
    for (let i = 0; i < LONGEST_GRACE_DAYS && graceEndsOn(type, day, hasCharge) >= today; i++)
      day = addDays(day, -1)
    return day
  }
  return { now, charged: lastOver(0, true), boleto: lastOver(1, true), uncharged: lastOver(0, false) }
}
