import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { OrderRequest } from '#server/features/checkout/domain/order-request.ts'
import { takeSpots } from '#server/features/checkout/queries/take-spots.ts'
import type { CancelReason } from '#server/features/outbox/domain-events.ts'
import { releaseRegistrations } from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { dropJobs, endPayments, markPaid } from './queries.ts'

export type OrderStatus = 'paid' | 'pending' | 'expired' | 'cancelled'

export interface DemoOrder {
  order: OrderRequest
  orderStatus: OrderStatus
}

const BATCH = 200
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const ENDED: Record<'expired' | 'cancelled', { status: number; reason: CancelReason; afterMs: number }> = {
  expired: { status: PAYMENT_STATUS.expired, reason: 'expired', afterMs: 4 * DAY_MS },
  cancelled: { status: PAYMENT_STATUS.cancelled, reason: 'participant', afterMs: DAY_MS },
}

/** Ended orders come first, so that they release spots. Only pending ones keep their charge's job. */
export async function writeRegistrations(tx: Tx, orders: readonly DemoOrder[], now: Date): Promise<void> {
  for (const orderStatus of ['expired', 'cancelled'] as const) {
    const { status, reason, afterMs } = ENDED[orderStatus]
    const taken = await take(tx, orders, orderStatus)
    const over = (at: Date) => new Date(Math.min(at.getTime() + afterMs, now.getTime()))
    const payments = taken.flatMap(({ order, paymentIds }) =>
      paymentIds.flatMap((paymentId) => (paymentId === null ? [] : { paymentId, at: over(order.at) })),
    )
    await endPayments(tx, payments, status, orderStatus)
    for (const { order, registrationIds } of taken)
      await releaseRegistrations(tx, registrationIds, reason, over(order.at))
  }
  const paid = await take(tx, orders, 'paid')
  await markPaid(
    tx,
    paid.flatMap(({ order, registrationIds, paymentIds }) =>
      registrationIds.flatMap((registrationId, i) => {
        const paymentId = paymentIds[i]
        if (paymentId == null) return []
        return { registrationId, paymentId, at: new Date(order.at.getTime() + (3 + i * 11) * MINUTE_MS) }
      }),
    ),
  )
  await dropJobs(tx)
  await take(tx, orders, 'pending')
}

/** Registers the orders in chronological order, without those for which something is sold out. */
async function take(tx: Tx, orders: readonly DemoOrder[], orderStatus: OrderStatus) {
  const wanted = orders
    .filter((one) => one.orderStatus === orderStatus)
    .map(({ order }) => order)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const taken: { order: OrderRequest; registrationIds: number[]; paymentIds: (number | null)[] }[] = []
  for (let start = 0; start < wanted.length; start += BATCH) {
    const batch = wanted.slice(start, start + BATCH)
    const outcomes = await takeSpots(tx, batch)
    for (const [i, order] of batch.entries()) {
      const outcome = outcomes[i]
      if (outcome?.kind === 'registered') taken.push({ order, ...outcome })
    }
  }
  return taken
}
