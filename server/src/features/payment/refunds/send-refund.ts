import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { redactText } from '#server/lib/redact.ts'
import { findPaymentToClose } from '../closing/queries.ts'
import { SEND_REFUND } from '../follow-up-jobs.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import { CREATION_MS, GatewayRefusal } from '../gateways/gateway.ts'
import { movePayment } from '../move-payment.ts'
import { lockPayment } from '../queries.ts'
import { applyGatewayRefunds } from './apply-gateway-refunds.ts'
import { moveRefund } from './move-refund.ts'
import { claimRefund, findRefund, releaseRefundClaim, updateRefund } from './queries.ts'

/** Longer than searching and sending take together, so that a claim expires only when its process died or hangs. */
const CLAIM_MS = 60_000

type Claimed = NonNullable<Awaited<ReturnType<typeof claimRefund>>>

/**
 * Asks the gateway for an approved refund, once under concurrent and repeated calls. What the gateway will not do waits for a person, with
 * its reason. Throws what is worth a retry.
 */
export async function sendRefund(deps: Deps, refundId: number): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const refund = await claimRefund(deps.db, refundId, now, until)
  if (!refund) return
  try {
    await searchOrSend(deps, refund, until)
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) {
      await releaseRefundClaim(deps.db, refundId, until)
      throw error
    }
    await storeRefusal(deps, refund, error.message)
  }
}

export const sendRefundJob = defineMoneyJob(
  SEND_REFUND.name,
  SEND_REFUND.payload,
  async (deps, { refundId }) => {
    await sendRefund(deps, refundId)
    const refund = await findRefund(deps.db, refundId)
    if (refund?.status === 'approved') throw new Error('the refund is being sent by another process')
  },
)

async function searchOrSend(deps: Deps, refund: Claimed, until: Date): Promise<void> {
  const { charge_id: chargeId, payment_id: paymentId, reference } = refund
  if (chargeId === null || refund.payment_status === PAYMENT_STATUS.receivedInCash)
    throw new GatewayRefusal(
      'O pagamento foi recebido fora do meio de pagamento. Devolva o valor pessoalmente.',
    )
  const gateway = gatewayOf(deps, refund.provider)
  const refunds = await gateway.listRefunds(chargeId)
  const at = deps.clock.now()
  const sent = refunds.find((one) => one.reference === reference && one.status !== 'cancelled')
  if (sent && sent.amountCents >= refund.charged_cents) {
    await transaction(deps.db, (tx) =>
      applyGatewayRefunds(tx, paymentId, { chargeId, refunds }, { at, source: 'system' }),
    )
    return
  }
  // Another process could send a second refund before this one ends.
  if (until.getTime() - at.getTime() < CREATION_MS) throw new Error('the claim is about to expire')
  const { requestUrl } = await gateway.refund({
    chargeId,
    reference,
    amountCents: refund.charged_cents,
    description: `Devolução da inscrição · ${refund.event_title}`,
  })
  await storeSent(deps, refund, requestUrl)
}

async function storeSent(deps: Deps, { id, payment_id }: Claimed, requestUrl: string | null): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await lockPayment(tx, payment_id)
    const refund = await findRefund(tx, id)
    if (!refund) return
    const known = { claimed_until: null, request_url: requestUrl ?? refund.request_url }
    const cause = { at: deps.clock.now(), source: 'system' } as const
    // The gateway's message may have come first.
    if (!(await moveRefund(tx, refund, 'sent', known, cause))) await updateRefund(tx, id, known)
  })
}

async function storeRefusal(deps: Deps, { id, payment_id }: Claimed, reason: string): Promise<void> {
  deps.log.error({ refundId: id, reason: redactText(reason) }, 'the gateway refused a refund')
  await transaction(deps.db, async (tx) => {
    await lockPayment(tx, payment_id)
    const refund = await findRefund(tx, id)
    const changes = { claimed_until: null, failure_reason: reason }
    if (refund)
      await moveRefund(tx, refund, 'needs_person', changes, { at: deps.clock.now(), source: 'gateway' })
  })
}

/** Compares the refunds of a payment, and the payment, with the gateway. */
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
