import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { findPaymentToClose } from '../closing/queries.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import { movePayment } from '../move-payment.ts'
import { applyGatewayRefunds } from './apply-gateway-refunds.ts'

/** Compares a payment and its refunds with the gateway. */
export async function checkRefunds(deps: Deps, paymentId: number): Promise<void> {
  const payment = await findPaymentToClose(deps.db, paymentId)
  if (!payment?.charge_id) return
  const { charge_id: chargeId } = payment
  const gateway = gatewayOf(deps, payment.provider)
  const refunds = await gateway.listRefunds(chargeId)
  const charge = await gateway.getCharge(chargeId)
  await transaction(deps.db, async (tx) => {
    const cause = { at: deps.clock.now(), source: 'system' } as const
    await applyGatewayRefunds(tx, paymentId, { chargeId, refunds }, cause)
    await movePayment(tx, paymentId, { target: charge.status, kind: 'reconciled', charge, ...cause })
  })
}
