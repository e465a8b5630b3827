import { z } from 'zod'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import { isVoid, PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { cancelChargeLater, closeLater } from './close-later.ts'
import { closePayment } from './close-payment.ts'
import { BANK_ZONE, endOfHold, firstDueOn } from './domain/due-date.ts'
import { paymentDueJob } from './emails/payment-due.ts'
import { type Charge, type ChargeRequest, GatewayRefusal, type PaymentType } from './gateways/gateway.ts'
import { movePayment } from './move-payment.ts'
import {
  asksTooMuch,
  claimCharge,
  dropClaim,
  findCharge,
  listUnchargedAfter,
  listUnclosedBefore,
  lockPayment,
  updatePayment,
  writeLedger,
} from './queries.ts'

/** Longer than a search and a creation may take together, so that a claim runs out only when its process is dead or lost. */
const CLAIM_MS = 60_000
/** What a creation may take. With less than that left of its claim nobody begins one: another may be at it before it ends. */
const CREATION_MS = 20_000
/** What gateways take. */
const DESCRIPTION_LENGTH = 500
/** One e-mail for an order: it waits a little for the links of its other payments. */
const MAIL_DELAY_MS = 15_000

/** For whoever waits for an answer: `makeCharge`, and null as well when it fails. The payment's job guarantees the charge. */
export async function createCharge(deps: Deps, paymentId: number): Promise<string | null> {
  try {
    return await makeCharge(deps, paymentId)
  } catch (error) {
    deps.log.warn({ err: error, paymentId }, 'charge not created, will be tried again')
    return null
  }
}

/**
 * Makes the charge of a pending payment at the gateway, once, whoever calls and how often, and not before every earlier charge of
 * the same registrations is ended: never may two be paid. Answers the payment's link, null when there is none (yet); throws what
 * is worth another try.
 */
export async function makeCharge(deps: Deps, paymentId: number): Promise<string | null> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const payment = await claimCharge(deps.db, paymentId, now, until)
  if (!payment) return (await findCharge(deps.db, paymentId))?.payment_link ?? null

  const request = chargeRequest(payment, now)
  try {
    await closeEarlier(deps, paymentId)
    return await storeCharge(deps, paymentId, await findOrCreate(deps, request, until), request)
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) {
      await dropClaim(deps.db, paymentId, until, deps.clock.now())
      throw error
    }
    await storeRefusal(deps, paymentId, error.message)
    return null
  }
}

/** The guarantee behind the request's own attempt: fails, and so is tried again, while the payment waits for its charge. */
export const createChargeJob = defineMoneyJob(
  'create-charge',
  z.object({ paymentId: z.int() }),
  async (deps, { paymentId }) => {
    if (await makeCharge(deps, paymentId)) return
    const payment = await findCharge(deps.db, paymentId)
    if (payment?.status === PAYMENT_STATUS.pending && payment.charge_id === null)
      throw new Error('the gateway has not made the charge yet')
  },
)

async function closeEarlier(deps: Deps, paymentId: number): Promise<void> {
  for (const earlier of await listUnclosedBefore(deps.db, paymentId)) {
    const closing = await closePayment(deps, earlier)
    // Claimed: whoever makes that charge wakes this payment's job. Paid: what is owed is settled anew first.
    if (closing !== 'closed') throw new Error(`payment ${earlier} before it is ${closing}`)
  }
  if (await asksTooMuch(deps.db, paymentId))
    throw new Error('money came, what is owed is to be settled first')
}

async function findOrCreate(deps: Deps, request: ChargeRequest, until: Date): Promise<Charge> {
  const charges = await deps.gateway.findCharges(request.externalReference)
  const found = charges.find(({ status }) => !isVoid(status))
  if (found) return found
  if (until.getTime() - deps.clock.now().getTime() < CREATION_MS)
    throw new Error('the claim is about to run out')
  return deps.gateway.createCharge(request)
}

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
    const isPending = payment.status === PAYMENT_STATUS.pending
    // Another process was faster: nobody may pay this charge.
    if (payment.charge_id !== null || (!isPending && !isVoid(payment.status))) {
      await cancelChargeLater(tx, paymentId, charge.id)
      return payment.payment_link
    }
    const ledger = {
      paymentId,
      at,
      kind: 'charge_created',
      fromStatus: payment.status,
      toStatus: null,
      applied: true,
      source: 'system',
    } as const
    if (!isPending) {
      // Given up or replaced meanwhile: it is to be cancelled, and what waits for that may go on.
      await updatePayment(tx, paymentId, {
        charge_id: charge.id,
        charge_claimed_until: at,
        charge_closed_at: null,
        updated_at: at,
      })
      await writeLedger(tx, ledger)
      await closeLater(tx, { ...payment, charge_id: charge.id })
      const registrationIds = payment.registrations.map(({ id }) => id)
      for (const next of await listUnchargedAfter(tx, paymentId, registrationIds))
        await addJob(tx, createChargeJob, { paymentId: next }, { jobKey: `create-charge:${next}` })
      return null
    }
    await updatePayment(tx, paymentId, {
      charge_id: charge.id,
      payment_link: charge.paymentLink,
      due_on: dueOn,
      expires_at: expiresAt,
      charge_claimed_until: at,
      updated_at: at,
    })
    await writeLedger(tx, ledger)
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
    await updatePayment(tx, paymentId, { failure_reason: reason, charge_claimed_until: at, updated_at: at })
  })
}
