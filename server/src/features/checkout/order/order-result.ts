import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import { startCharges } from '#server/features/payment/create-charges.ts'
import type { StoredLine } from '#server/features/registration/domain/price-lines.ts'
import type { OrderOutcome, OrderPlan } from '../domain/order-request.ts'
import { listOrderRegistrations } from '../queries/orders.ts'

/** One registration of an order; `payment` is null when it is free. */
export interface OrderedRegistration {
  id: number
  name: string
  /** 0 Pendente, 1 Confirmado, 2 Cancelado. */
  status: number
  totalCents: number
  priceLines: readonly StoredLine[]
  payment: { id: number; status: number; token: string; isCharged: boolean; expiresAt: Date | null } | null
}

export async function listOrderedRegistrations(deps: Deps, orderId: number): Promise<OrderedRegistration[]> {
  const rows = await listOrderRegistrations(deps.db, orderId)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    totalCents: row.total_cents,
    priceLines: row.price_lines,
    payment:
      row.payment_id === null || row.payment_status === null || row.token === null
        ? null
        : {
            id: row.payment_id,
            status: row.payment_status,
            token: row.token,
            isCharged: row.charge_id !== null,
            expiresAt: row.expires_at,
          },
  }))
}

/** Builds the registrations of an order that was just written, without reading the database. */
export function newlyOrderedRegistrations(
  plan: OrderPlan,
  { registrationIds, paymentIds, paymentTokens, heldUntil }: Extract<OrderOutcome, { kind: 'registered' }>,
): OrderedRegistration[] {
  return plan.participants.flatMap((participant, i) => {
    const id = registrationIds[i]
    const paymentId = paymentIds[i]
    const token = paymentTokens[i]
    if (id === undefined) return []
    return {
      id,
      name: participant.name,
      status: paymentId ? 0 : 1,
      totalCents: participant.price.totalCents,
      priceLines: priceColumns(participant.price).price_lines,
      payment:
        paymentId && token
          ? {
              id: paymentId,
              status: PAYMENT_STATUS.pending,
              token,
              isCharged: false,
              expiresAt: heldUntil,
            }
          : null,
    }
  })
}

/** The answer does not wait for the charges: the payment page does. */
export function withCharges(
  deps: Deps,
  registrations: readonly OrderedRegistration[],
): readonly OrderedRegistration[] {
  const missing = registrations.flatMap(({ payment }) =>
    payment?.status === PAYMENT_STATUS.pending && !payment.isCharged ? [payment.id] : [],
  )
  startCharges(deps, missing)
  return registrations
}
