import { z } from 'zod'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import type { Charge, GatewayNotice } from '../gateways/gateway.ts'
import { movePayment, type Outcome } from '../move-payment.ts'
import { applyGatewayRefunds } from '../refunds/apply-gateway-refunds.ts'
import { findPaymentId, findUnhandledMessage, markHandled } from './queries.ts'

const Stored = z.object({
  notice: z.object({
    externalId: z.string(),
    chargeId: z.string().nullable(),
    externalReference: z.string().nullable(),
    kind: z.string(),
    status: z.int().nullable(),
    concernsRefunds: z.boolean().default(false),
  }),
})

/** In JSON, the value of any key that ends in `token`: Asaas sends a card's, which charges the card again. */
const TOKENS = /("\w*token"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** Text as PostgreSQL stores it: NUL and lone surrogates become U+FFFD. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The stored form of a message: the notice as the adapter read it, and the raw body, without tokens, for troubleshooting. */
export const storedNotice = (notice: GatewayNotice, body: Buffer): string =>
  JSON.stringify({ notice, body: body.toString('utf8').replace(TOKENS, '$1"…"') }, (_key, value) =>
    typeof value === 'string' ? storable(value) : value,
  )

/**
 * Applies a stored message exactly once. The message only triggers the check: what is applied is the charge's state, requested
 * from the gateway before the transaction. See "The inbox" in docs/algorithms/payment.md.
 */
export async function applyGatewayMessage(deps: Deps, messageId: number): Promise<void> {
  const message = await findUnhandledMessage(deps.db, messageId)
  if (!message) return
  const { notice } = Stored.parse(message.payload)
  const finish = (outcome: Outcome) => markHandled(deps.db, messageId, outcome, deps.clock.now())

  const { provider } = message
  const { chargeId } = notice
  const paymentId =
    chargeId === null ? null : await findPaymentId(deps.db, provider, chargeId, notice.externalReference)
  if (chargeId === null || paymentId === null) {
    await finish('unknown_charge')
    return
  }
  const gateway = gatewayOf(deps, provider)
  const charge = notice.status === null ? undefined : await gateway.getCharge(chargeId)
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

const { pending, overdue, refused, rejected } = PAYMENT_STATUS

/** The charge's status, except that many gateways report a refused card only in the message and leave the charge open. */
function targetOf(messageStatus: number | null, charge: Charge): number {
  const isOpen = charge.status === pending || charge.status === overdue
  return isOpen && (messageStatus === refused || messageStatus === rejected) ? messageStatus : charge.status
}

export const applyGatewayMessageJob = defineMoneyJob(
  'apply-gateway-message',
  z.object({ messageId: z.int() }),
  (deps, { messageId }) => applyGatewayMessage(deps, messageId),
)
