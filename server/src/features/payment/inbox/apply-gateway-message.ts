import { z } from 'zod'
import { isVoid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { withCallShare } from '../gateways/call-quota.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import { CallsUsedUp, type Charge, type GatewayNotice, type PaymentGateway } from '../gateways/gateway.ts'
import { movePayment, type Outcome } from '../move-payment.ts'
import { applyGatewayRefunds } from '../refunds/apply-gateway-refunds.ts'
import { findMessagePayment, findUnhandledMessage, markHandled } from './queries.ts'

const { pending, overdue, refused, rejected, cancelled } = PAYMENT_STATUS

const Stored = z.object({
  notice: z.object({
    externalId: z.string(),
    chargeId: z.string().nullable(),
    externalReference: z.string().nullable(),
    kind: z.string(),
    status: z.int().nullable(),
    paidCharge: z
      .object({
        id: z.string(),
        externalReference: z.string(),
        status: z.int(),
        amountCents: z.int(),
        paidAt: z.coerce.date().nullable(),
        feeCents: z.int().nullable(),
        disputed: z.boolean(),
      })
      .nullable()
      .default(null),
    concernsRefunds: z.boolean().default(false),
    concernsSplit: z.boolean().default(false),
  }),
})

/**
 * Applies a stored message exactly once. The message is only a trigger: the applied state is the charge's,
 * requested from the gateway before the transaction ("The inbox" in docs/algorithms/payment.md).
 */
export async function applyGatewayMessage(deps: Deps, messageId: number): Promise<void> {
  const message = await findUnhandledMessage(deps.db, messageId)
  if (!message) return
  const { notice } = Stored.parse(message.payload)
  const finish = (outcome: Outcome) => markHandled(deps.db, messageId, outcome, deps.clock.now())

  const { provider } = message
  const { chargeId } = notice
  const payment =
    chargeId === null ? null : await findMessagePayment(deps.db, provider, chargeId, notice.externalReference)
  if (chargeId === null || !payment) {
    await finish('unknown_charge')
    return
  }
  const gateway = gatewayOf(deps, provider)
  const paymentId = payment.id
  const isSplit = notice.concernsSplit && (payment.split_cents ?? 0) > 0
  const isNews = (notice.status !== null && !isKnown(payment, chargeId, notice.status)) || isSplit
  const paidCharge = isSplit ? null : notice.paidCharge
  const charge = isNews ? await readCharge(gateway, payment, { chargeId, paidCharge }) : undefined
  const refunds = notice.concernsRefunds ? await gateway.listRefunds(chargeId) : null

  const outcome = await transaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const cause = { source: 'gateway', at, gatewayMessageId: messageId } as const
    if (refunds) await applyGatewayRefunds(tx, paymentId, { chargeId, refunds }, cause)
    const result = await movePayment(tx, paymentId, {
      target: charge ? targetOf(notice.status, charge) : null,
      kind: notice.kind,
      ...cause,
      charge,
    })
    // Another job applied the same message while this one waited for the payment's lock.
    if (!(await markHandled(tx, messageId, result, at))) throw new AlreadyHandled()
    return result
  }).catch((error: unknown) => {
    if (error instanceof AlreadyHandled) return null
    throw error
  })
  if (outcome === 'amount_mismatch')
    deps.log.error({ paymentId, messageId, outcome }, 'a payment needs manual handling')
}

class AlreadyHandled extends Error {}

/**
 * Whether the message changes nothing: the charge is still open, and the expiry sweep decides when it is
 * overdue, or it was cancelled after its payment had ended.
 */
function isKnown(
  payment: { status: number; charge_id: string | null },
  chargeId: string,
  reported: number,
): boolean {
  if (payment.charge_id !== chargeId) return false
  const isWaiting = (status: number) => status === pending || status === overdue
  return (
    (isWaiting(payment.status) && isWaiting(reported)) || (isVoid(payment.status) && reported === cancelled)
  )
}

/**
 * The charge as it is at the gateway now. When no call is left for that, a payment is applied as its authentic
 * message describes it, so that nobody who paid waits; the comparison of the charge's day checks it later.
 */
async function readCharge(
  gateway: PaymentGateway,
  { hosted_link: paymentLink }: { hosted_link: string | null },
  { chargeId, paidCharge }: { chargeId: string; paidCharge: GatewayNotice['paidCharge'] },
): Promise<Charge> {
  if (!paidCharge || paymentLink === null) return gateway.getCharge(chargeId)
  return withCallShare('message', () => gateway.getCharge(chargeId)).catch((error: unknown) => {
    if (error instanceof CallsUsedUp) return { ...paidCharge, paymentLink }
    throw error
  })
}

/** Many gateways report a refused card only in the message and leave the charge open. */
function targetOf(messageStatus: number | null, charge: Charge): number {
  const isOpen = charge.status === pending || charge.status === overdue
  return isOpen && (messageStatus === refused || messageStatus === rejected) ? messageStatus : charge.status
}

export const applyGatewayMessageJob = defineMoneyJob(
  'apply-gateway-message',
  z.object({ messageId: z.int() }),
  (deps, { messageId }) => applyGatewayMessage(deps, messageId),
  // Runs before the thousands of charges that an opening day leaves in the queue, because somebody paid.
  { priority: 'high' },
)
