import { z } from 'zod'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { cancelChargeJob } from './cancel-charge.ts'
import { BANK_ZONE, endOfHold, firstDueOn } from './domain/due-date.ts'
import { paymentDueJob } from './emails/payment-due.ts'
import { type Charge, type ChargeRequest, GatewayRefusal, type PaymentType } from './gateways/gateway.ts'
import { movePayment } from './move-payment.ts'
import { claimCharge, dropClaim, findCharge, lockPayment, updatePayment, writeLedger } from './queries.ts'

/** Longer than a search and a creation may take together, so that a claim runs out only when its process is dead or lost. */
const CLAIM_MS = 60_000
/** What gateways take. */
const DESCRIPTION_LENGTH = 500
/** One e-mail for an order: it waits a little for the links of its other payments. */
const MAIL_DELAY_MS = 15_000

/**
 * Makes the charge of a pending payment at the gateway, once, whoever calls and how often: the request after its commit, the
 * job that guarantees it. Answers the payment's link; null when there is none (yet). Never throws because of the gateway.
 */
export async function createCharge(deps: Deps, paymentId: number): Promise<string | null> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const payment = await claimCharge(deps.db, paymentId, now, until)
  if (!payment) return (await findCharge(deps.db, paymentId))?.payment_link ?? null

  const request = chargeRequest(payment, now)
  try {
    const charge =
      (await deps.gateway.findCharge(request.externalReference)) ?? (await deps.gateway.createCharge(request))
    return await storeCharge(deps, paymentId, charge, request)
  } catch (error) {
    if (error instanceof GatewayRefusal) {
      await storeRefusal(deps, paymentId, error.message)
    } else {
      deps.log.warn({ err: error, paymentId }, 'charge not created, will be tried again')
      await dropClaim(deps.db, paymentId, until)
    }
    return null
  }
}

/** The guarantee behind the request's own attempt: fails, and so is tried again, while the payment waits for its charge. */
export const createChargeJob = defineMoneyJob(
  'create-charge',
  z.object({ paymentId: z.int() }),
  async (deps, { paymentId }) => {
    if (await createCharge(deps, paymentId)) return
    const payment = await findCharge(deps.db, paymentId)
    if (payment?.status === PAYMENT_STATUS.pending && payment.charge_id === null)
      throw new Error('the gateway has not made the charge yet')
  },
)

function chargeRequest(
  payment: NonNullable<Awaited<ReturnType<typeof claimCharge>>>,
  now: Date,
): ChargeRequest {
  const type = payment.type as PaymentType
  const today = dayIn(BANK_ZONE, now)
  const lastDay = firstDueOn(type, today, payment.event_on)
  // The payer's time starts with the link: a gateway that was away takes nothing of it.
  const due = payment.expires_at
    ? dueInHours({ ...payment, expires_at: payment.expires_at }, now, lastDay)
    : { dueOn: payment.due_on && payment.due_on > today ? payment.due_on : lastDay, expiresAt: null }
  return {
    externalReference: payment.external_reference,
    type,
    amountCents: payment.amount_cents,
    ...due,
    description:
      `Inscrição de ${payment.participant_name} · ${payment.event_title} · ${payment.category_name}`.slice(
        0,
        DESCRIPTION_LENGTH,
      ),
    payer: {
      name: payment.buyer_name,
      cpf: payment.buyer_cpf ?? payment.participant_cpf,
      email: payment.buyer_email,
      phone: payment.buyer_phone ?? '',
    },
  }
}

/** A link that took seconds changes nothing of what the order was answered; one that took most of the hours starts them anew. */
function dueInHours(
  payment: { created_at: Date; expires_at: Date; due_on: IsoDate | null },
  now: Date,
  lastDay: IsoDate,
) {
  const { created_at: createdAt, expires_at: expiresAt, due_on: dueOn } = payment
  const holdMs = expiresAt.getTime() - createdAt.getTime()
  const isLate = expiresAt.getTime() - now.getTime() < holdMs / 2
  return isLate ? endOfHold(now, holdMs, lastDay) : { dueOn: dueOn ?? lastDay, expiresAt }
}

async function storeCharge(
  deps: Deps,
  paymentId: number,
  charge: Charge,
  { dueOn, expiresAt }: Pick<ChargeRequest, 'dueOn' | 'expiresAt'>,
): Promise<string | null> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || payment.charge_id === charge.id) return payment?.payment_link ?? null
    // Another process was faster, or the registration was given up meanwhile: nobody may pay this charge.
    if (payment.charge_id !== null || payment.status !== PAYMENT_STATUS.pending) {
      await addJob(tx, cancelChargeJob, { paymentId, chargeId: charge.id })
      return payment.payment_link
    }
    await updatePayment(tx, paymentId, {
      charge_id: charge.id,
      payment_link: charge.paymentLink,
      due_on: dueOn,
      expires_at: expiresAt,
      updated_at: at,
    })
    await writeLedger(tx, {
      paymentId,
      at,
      kind: 'charge_created',
      fromStatus: payment.status,
      toStatus: null,
      applied: true,
      source: 'system',
    })
    await addJob(
      tx,
      paymentDueJob,
      { orderId: payment.order_id },
      { jobKey: `payment-due:${payment.order_id}`, runAt: new Date(at.getTime() + MAIL_DELAY_MS) },
    )
    return charge.paymentLink
  })
}

async function storeRefusal(deps: Deps, paymentId: number, reason: string): Promise<void> {
  const at = deps.clock.now()
  deps.log.error({ paymentId, reason }, 'the gateway refused to make a charge')
  await transaction(deps.db, async (tx) => {
    await movePayment(tx, paymentId, {
      target: PAYMENT_STATUS.failed,
      kind: 'charge_refused',
      source: 'gateway',
      at,
    })
    await updatePayment(tx, paymentId, { failure_reason: reason, updated_at: at })
  })
}
