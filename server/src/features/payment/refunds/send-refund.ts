import { z } from 'zod'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { RefundObstacle } from '#contract/payment/refund.ts'
import type { Deps } from '#server/deps.ts'
import { refundApproved } from '#server/features/outbox/domain-events.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { on } from '#server/lib/outbox.ts'
import { redactText } from '#server/lib/redact.ts'
import { isCash, isTooOld, obstacleOfRefusal } from '../domain/refund-obstacle.ts'
import { withCallShare } from '../gateways/call-quota.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import {
  type GatewayRefund,
  GatewayRefusal,
  GatewayUnavailable,
  InsufficientBalance,
  REFUND_MS,
  WholeChargeOnly,
} from '../gateways/gateway.ts'
import { lockPayment } from '../queries/locks.ts'
import { applyGatewayRefunds } from './apply-gateway-refunds.ts'
import { gatherWholeRefund } from './gather-whole-refund.ts'
import { moveRefund } from './move-refund.ts'
import { claimRefund, findRefund, postponeRefund, releaseRefundClaim, updateRefund } from './queries.ts'

/**
 * A gateway may carry out a refund some minutes after our request timed out, and list it later still. Only
 * after this time does its absence from the list mean that it was not made.
 */
const CLAIM_MS = 10 * 60_000
/** A refund that the account's balance does not cover is tried again after this time. */
const BALANCE_RETRY_MS = 24 * 3_600_000

type Claimed = NonNullable<Awaited<ReturnType<typeof claimRefund>>>

/**
 * Sends an approved refund to the gateway, once under concurrent and repeated calls. One that the gateway
 * refuses waits for manual handling. Throws errors that are worth a retry.
 */
export async function sendRefund(deps: Deps, refundId: number): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const refund = await claimRefund(deps.db, refundId, now, until)
  if (!refund) return
  try {
    await withCallShare('refund', () => searchOrSend(deps, refund, until))
  } catch (error) {
    if (error instanceof InsufficientBalance)
      return waitForBalance(deps, refund, { until, reason: error.message })
    if (error instanceof GatewayRefusal) return storeRefusal(deps, refund, error)
    if (!(error instanceof UnansweredRefund)) await releaseRefundClaim(deps.db, refundId, until)
    throw error
  }
}

export const sendRefundJob = defineMoneyJob(
  'send-refund',
  z.object({ refundId: z.int() }),
  async (deps, { refundId }) => {
    await sendRefund(deps, refundId)
    const refund = await findRefund(deps.db, refundId)
    if (refund?.status === 'approved' && refund.failure_reason === null)
      throw new Error('the refund is being sent by another process')
  },
  // The reconciliation sweep retries refunds whose job has no attempts left.
  { timeLimitMs: 2 * REFUND_MS, subscriptions: [on(refundApproved, { oncePer: 'refundId' })] },
)

async function searchOrSend(deps: Deps, refund: Claimed, until: Date): Promise<void> {
  const { chargeId } = refund
  if (chargeId === null || isCash(refund))
    throw new Unrefundable(
      'cash',
      'O pagamento foi recebido fora do meio de pagamento. Devolva o valor pessoalmente.',
    )
  const refunds = await gatewayOf(deps, refund.provider).listRefunds(chargeId)
  const standing = refunds.find((one) => isCounterpart(one, refund))
  if (standing && !lacksLink(standing, refund) && (await applyListed(deps, refund, refunds))) return
  if (isTooOld(refund, deps.clock.now()))
    throw new Unrefundable('too_old', 'O Pix foi pago há mais de 90 dias, e o banco não o devolve mais.')
  await requestRefund(deps, refund, until).catch(async (error: unknown) => {
    // The gateway is already making the refund, and refuses a second request for the page where the payer
    // gives bank data.
    const isMade = standing !== undefined && error instanceof GatewayRefusal
    if (!isMade || !(await applyListed(deps, refund, refunds))) throw error
  })
}

async function requestRefund(deps: Deps, refund: Claimed, until: Date): Promise<void> {
  try {
    const requestUrl = await request(deps, refund, { amountCents: refund.charged_cents, until })
    await storeSent(deps, refund.payment_id, { ids: [refund.id], requestUrl })
  } catch (error) {
    if (!(error instanceof WholeChargeOnly)) throw error
    await sendWhole(deps, refund, { until, error })
  }
}

/** A refund at the gateway that is this one, or that returns the whole charge and leaves nothing to send. */
const isCounterpart = (one: GatewayRefund, { reference, charged_cents, whole_cents }: Claimed): boolean =>
  one.status !== 'cancelled' &&
  (one.reference === reference
    ? one.amountCents >= charged_cents
    : one.reference === null && one.amountCents === whole_cents)

/** The response with the page where the payer of a boleto gives their bank account was lost. */
const lacksLink = ({ status, requestUrl }: GatewayRefund, refund: Claimed): boolean =>
  refund.type === PAYMENT_TYPE.boleto && status === 'waiting' && (requestUrl ?? refund.request_url) === null

/** Returns false when none of the gateway's refunds concerns this one. */
const applyListed = (deps: Deps, refund: Claimed, refunds: readonly GatewayRefund[]): Promise<boolean> =>
  transaction(deps.db, async (tx) => {
    const listed = { chargeId: refund.chargeId ?? '', refunds, sendingId: refund.id }
    const cause = { at: deps.clock.now(), source: 'system' } as const
    await applyGatewayRefunds(tx, refund.payment_id, listed, cause)
    return (await findRefund(tx, refund.id))?.status !== 'approved'
  })

/** Returns the page on which the payer gives their bank account, if they have to. */
async function request(
  deps: Deps,
  refund: Claimed,
  { amountCents, until }: { amountCents: number; until: Date },
): Promise<string | null> {
  // Otherwise another process could send a second refund before this one ends.
  if (until.getTime() - deps.clock.now().getTime() < REFUND_MS)
    throw new Error('the claim is about to expire')
  const { chargeId, reference, event_title: title } = refund
  const description = `Devolução da inscrição · ${title}`
  const { requestUrl } = await gatewayOf(deps, refund.provider)
    .refund({ chargeId: chargeId ?? '', reference, amountCents, description })
    .catch((error: unknown) => {
      const wasRejected = error instanceof GatewayUnavailable && error.wasRejected
      throw wasRejected || error instanceof GatewayRefusal ? error : new UnansweredRefund(error)
    })
  return requestUrl
}

/**
 * Sends all refunds of a charge as one, if together they return all of it. It is sent under the claim of the
 * first of them, so that no other process sends it too.
 */
async function sendWhole(
  deps: Deps,
  refund: Claimed,
  { until, error }: { until: Date; error: WholeChargeOnly },
): Promise<void> {
  const whole = await transaction(deps.db, (tx) => gatherWholeRefund(tx, refund, deps.clock.now()))
  if (!whole) throw error
  const { ids, amountCents } = whole
  const [firstId = refund.id] = ids
  if (firstId === refund.id) {
    const requestUrl = await request(deps, refund, { amountCents, until })
    return storeSent(deps, refund.payment_id, { ids, requestUrl })
  }
  await sendRefund(deps, firstId)
  const first = await findRefund(deps.db, firstId)
  // The first refund waits until the balance suffices, and this one with it.
  if (first?.claimed_until && first.failure_reason !== null) {
    const { claimed_until: next, failure_reason: reason } = first
    return postponeRefund(deps.db, refund.id, { until, next, reason })
  }
  await releaseRefundClaim(deps.db, refund.id, until)
}

/** The gateway cannot make the refund, for a reason known without asking it. */
class Unrefundable extends GatewayRefusal {
  readonly obstacle: RefundObstacle
  constructor(obstacle: RefundObstacle, message: string) {
    super(message)
    this.obstacle = obstacle
  }
}

/** The refund may have been carried out: its claim must stand until the gateway would list it. */
class UnansweredRefund extends Error {
  constructor(cause: unknown) {
    super('the gateway did not answer to a refund', { cause })
  }
}

/** Stores why the refund waits, and tries it again the next day. */
async function waitForBalance(
  deps: Deps,
  { id }: Claimed,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  const next = new Date(deps.clock.now().getTime() + BALANCE_RETRY_MS)
  deps.log.warn({ refundId: id }, 'the balance at the gateway does not cover a refund')
  await postponeRefund(deps.db, id, { until, next, reason })
}

async function storeSent(
  deps: Deps,
  paymentId: number,
  { ids, requestUrl }: { ids: readonly number[]; requestUrl: string | null },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await lockPayment(tx, paymentId)
    const cause = { at: deps.clock.now(), source: 'system' } as const
    for (const id of ids) {
      const refund = await findRefund(tx, id)
      if (!refund) continue
      const known = {
        claimed_until: null,
        failure_reason: null,
        request_url: requestUrl ?? refund.request_url,
      }
      // The gateway's message may have been applied first.
      if (!(await moveRefund(tx, refund, 'sent', known, cause))) await updateRefund(tx, id, known)
    }
  })
}

async function storeRefusal(deps: Deps, refund: Claimed, refusal: GatewayRefusal): Promise<void> {
  const { id, payment_id: paymentId } = refund
  const at = deps.clock.now()
  const obstacle =
    refusal instanceof Unrefundable
      ? refusal.obstacle
      : refusal instanceof WholeChargeOnly
        ? 'part'
        : obstacleOfRefusal(refund, at)
  const log = obstacle === 'refused' ? deps.log.error : deps.log.info
  log.call(
    deps.log,
    { refundId: id, obstacle, reason: redactText(refusal.message) },
    'the gateway does not make a refund',
  )
  await transaction(deps.db, async (tx) => {
    await lockPayment(tx, paymentId)
    const stored = await findRefund(tx, id)
    // Another refund of the whole charge, or a message, may have moved it.
    if (stored?.status !== 'approved') return
    const changes = { claimed_until: null, failure_reason: refusal.message, obstacle }
    await moveRefund(tx, stored, 'needs_person', changes, { at, source: 'gateway' })
  })
}
