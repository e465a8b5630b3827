import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { chargeLinks } from './charge-links.ts'
import type { OrderOutcome, OrderPlan } from './domain/order-request.ts'
import { listOrderRegistrations } from './queries/orders.ts'

/** One registration of an order; `payment` is null when it is free. */
export interface OrderedRegistration {
  id: number
  name: string
  /** 0 Pendente, 1 Confirmado, 2 Cancelado. */
  status: number
  totalCents: number
  payment: { id: number; status: number; link: string | null; expiresAt: Date | null } | null
}

/** Reads the registrations of an order, the buyer's first. */
export async function listOrderedRegistrations(deps: Deps, orderId: number): Promise<OrderedRegistration[]> {
  const rows = await listOrderRegistrations(deps.db, orderId)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    totalCents: row.total_cents,
    payment:
      row.payment_id === null || row.payment_status === null
        ? null
        : {
            id: row.payment_id,
            status: row.payment_status,
            link: row.payment_link,
            expiresAt: row.expires_at,
          },
  }))
}

/** Builds the registrations of an order that was just written, without reading the database. */
export function newlyOrderedRegistrations(
  plan: OrderPlan,
  { registrationIds, paymentIds, heldUntil }: Extract<OrderOutcome, { kind: 'registered' }>,
): OrderedRegistration[] {
  return plan.participants.flatMap((participant, i) => {
    const id = registrationIds[i]
    const paymentId = paymentIds[i]
    if (id === undefined) return []
    return {
      id,
      name: participant.name,
      status: paymentId ? 0 : 1,
      totalCents: participant.price.totalCents,
      payment: paymentId
        ? { id: paymentId, status: PAYMENT_STATUS.pending, link: null, expiresAt: heldUntil }
        : null,
    }
  })
}

/** Waits a limited time for the payment links that are still missing. */
export async function withLinks(
  deps: Deps,
  registrations: readonly OrderedRegistration[],
): Promise<OrderedRegistration[]> {
  const linkless = registrations.flatMap(({ payment }) =>
    payment?.status === PAYMENT_STATUS.pending && payment.link === null ? [payment.id] : [],
  )
  const links = linkless.length > 0 ? await chargeLinks(deps, linkless) : new Map<number, string>()
  return registrations.map((registration) => {
    const { payment } = registration
    return payment
      ? { ...registration, payment: { ...payment, link: payment.link ?? links.get(payment.id) ?? null } }
      : registration
  })
}
