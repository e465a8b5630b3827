// Over 250 lines: one sequence, from the claim to the stored charge or refusal.
import { z } from 'zod'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import { isVoid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { addJob, addJobs, defineMoneyJob } from '#server/lib/jobs.ts'
import { redactText } from '#server/lib/redact.ts'
import { currentContext, type WorkContext, withContext } from '#server/lib/work-context.ts'
import { closePayment } from './closing/close-payment.ts'
import { exceedsDebt, listUnchargedAfter, listUnclosedBefore } from './closing/queries.ts'
import { BANK_ZONE, endOfHold, firstDueOn } from './domain/due-date.ts'
import { FOLD_MS, paymentDueJob } from './emails/payment-due.ts'
import { cancelChargeLater, closeLater } from './follow-up-jobs.ts'
import { withCallShare } from './gateways/call-quota.ts'
import { gatewayOf } from './gateways/find-gateway.ts'
import {
  type Charge,
  type ChargeRequest,
  CREATION_MS,
  GatewayRefusal,
  type PaymentGateway,
} from './gateways/gateway.ts'
import { movePayment } from './move-payment.ts'
import { type ClaimedPayment, claimCharge, findCharge, releaseClaim, storeCharges } from './queries/claims.ts'
import { lockPayment } from './queries/locks.ts'
import { storeBoletoPdf, updatePayment, writeLedger, writeLedgerRows } from './queries/payments.ts'

const MAX_DESCRIPTION_LENGTH = 500

/** Returns null instead of throwing, because the payment's job retries it. */
export async function tryCreateCharge(deps: Deps, paymentId: number): Promise<string | null> {
  try {
    return await ensureCharge(deps, paymentId)
  } catch (error) {
    deps.log.warn({ err: error, paymentId }, 'charge not created, will be tried again')
    return null
  }
}

/**
 * Creates the charge of a pending payment at the gateway, exactly once under concurrent and repeated calls,
 * after closing every earlier charge of the same registrations. Returns the URL of the gateway's hosted page,
 * or null when there is none (yet); throws errors that are worth a retry.
 */
export async function ensureCharge(deps: Deps, paymentId: number): Promise<string | null> {
  const now = deps.clock.now()
  const splitting = [deps.gateway, ...deps.otherGateways]
    .filter(({ canSplit }) => canSplit)
    .map(({ provider }) => provider)
  const payment = await claimCharge(deps.db, { paymentId, now, splitting })
  if (!payment) return (await findCharge(deps.db, paymentId))?.hosted_link ?? null

  const request = chargeRequest(payment, now)
  const claim = { until: payment.until, isFirst: payment.charge_attempts === 1 }
  try {
    if (payment.has_others) await closeEarlier(deps, paymentId)
    const gateway = gatewayOf(deps, payment.provider)
    const charge = await findOrCreate(deps, gateway, request, claim)
    const at = deps.clock.now()
    const created = { paymentId, charge, due: request, at, context: currentContext() }
    return (await storeCharge(deps.db, created)) ? charge.paymentLink : await storeOrClose(deps, created)
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) {
      await releaseClaim(deps.db, paymentId, payment.until, deps.clock.now())
      throw error
    }
    await storeRefusal(deps, paymentId, error.message)
    return null
  }
}

/** Throws, and so is retried, while the payment is pending without a charge. */
export const createChargeJob = defineMoneyJob(
  'create-charge',
  z.object({ paymentId: z.int() }),
  async (deps, { paymentId }) => {
    if (await ensureCharge(deps, paymentId)) return
    const payment = await findCharge(deps.db, paymentId)
    if (payment?.status === PAYMENT_STATUS.pending && payment.charge_id === null)
      throw new Error('the gateway has not created the charge yet')
  },
)

async function closeEarlier(deps: Deps, paymentId: number): Promise<void> {
  for (const earlier of await listUnclosedBefore(deps.db, paymentId)) {
    const result = await closePayment(deps, earlier)
    // `claimed`: `storeOrClose` of that charge enqueues this job again. `paid`: balancing comes first.
    if (result !== 'closed') throw new Error(`the earlier payment ${earlier} is ${result}`)
  }
  if (await exceedsDebt(deps.db, paymentId))
    throw new Error('another payment was paid, the amount due must be settled first')
}

async function findOrCreate(
  deps: Deps,
  gateway: PaymentGateway,
  request: ChargeRequest,
  { until, isFirst }: { until: Date; isFirst: boolean },
): Promise<Charge> {
  // The reference is random, so only an earlier attempt can have created a charge with it.
  const charges = isFirst ? [] : await gateway.findCharges(request.externalReference)
  const found = charges.find(({ status }) => !isVoid(status))
  // While the gateway creates a plan it lists only some of its installments.
  if (found?.installments && found.installments.length < request.installments)
    throw new Error('the gateway has not created all installments yet')
  if (found) return found
  // Otherwise another process could start a second creation before this one ends.
  if (until.getTime() - deps.clock.now().getTime() < CREATION_MS)
    throw new Error('the claim is about to expire')
  return withCallShare('charge', () => gateway.createCharge(request))
}

function chargeRequest(payment: ClaimedPayment, now: Date): ChargeRequest {
  const type = payment.type as PaymentType
  const today = dayIn(BANK_ZONE, now)
  const lastDay = firstDueOn(type, today, payment.event_on)
  // The time to pay starts when a link exists, so that a gateway outage does not shorten it.
  const due = payment.expires_at
    ? dueInHours({ ...payment, expires_at: payment.expires_at }, now, lastDay)
    : { dueOn: payment.due_on && payment.due_on > today ? payment.due_on : lastDay, expiresAt: null }
  return {
    externalReference: payment.external_reference,
    type,
    amountCents: payment.charged_cents,
    installments: payment.installments,
    ...due,
    description: description(payment).slice(0, MAX_DESCRIPTION_LENGTH),
    split:
      payment.split_wallet_id !== null && payment.split_cents
        ? { walletId: payment.split_wallet_id, amountCents: payment.split_cents }
        : null,
    payer: {
      userId: payment.payer_user_id,
      name: payment.payer_name,
      cpf: payment.payer_cpf ?? payment.registrations[0]?.cpf ?? '',
      email: payment.payer_email,
      phone: payment.payer_phone ?? '',
    },
  }
}

/**
 * Shown to everybody who has the link of the gateway's page, and kept by the gateway: numbers instead of names.
 */
function description({
  registrations,
  event_title: title,
}: {
  registrations: { id: number; category_name: string }[]
  event_title: string
}): string {
  const [only] = registrations
  return only && registrations.length === 1
    ? `Inscrição ${only.id} · ${title} · ${only.category_name}`
    : `${registrations.length} inscrições · ${title} · ${registrations.map(({ id }) => id).join(', ')}`
}

/** The expiry stated in the order's response; with less than half of the hold left, the hold starts again. */
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

interface NewCharge {
  paymentId: number
  charge: Charge
  due: Pick<ChargeRequest, 'dueOn' | 'expiresAt'>
  at: Date
  /** The context of the caller, whose batch may have been started by another one. */
  context: WorkContext | undefined
}

/** Returns whether the charge was stored: not if its payment ended, or another transaction is changing it. */
const storeCharge = batchedBy(
  (db: Db) => async (charges: NewCharge[]) => {
    const stored = await transaction(db, (tx) => storeInto(tx, charges))
    return charges.map(({ paymentId }) => stored.has(paymentId))
  },
  { gathers: true },
)

/** Returns the payments whose charges were stored. */
async function storeInto(tx: Tx, charges: readonly NewCharge[]): Promise<Set<number>> {
  const [{ at }] = charges as [NewCharge]
  const payments = await storeCharges(
    tx,
    charges.map(({ paymentId, charge, due }) => ({ paymentId, charge, ...due })),
    at,
  )
  if (payments.length > 0)
    await writeLedgerRows(
      tx,
      payments.map(({ id }) => ledgerOf(id, PAYMENT_STATUS.pending, at)),
    )
  for (const { paymentId, charge } of charges)
    if (charge.boletoPdfUrl && payments.some(({ id }) => id === paymentId))
      await storeBoletoPdf(tx, paymentId, charge.boletoPdfUrl)
  // The link's e-mail also contains the links of the payer's other payments for the event.
  const contexts = new Map(charges.map(({ paymentId, context }) => [paymentId, context]))
  await addJobs(
    tx,
    paymentDueJob,
    payments
      .filter((payment) => payment.tells_link)
      .map(({ id, event_id: eventId, payer_user_id: payerUserId }) => ({
        payload: withContext({ eventId, payerUserId }, contexts.get(id)),
        jobKey: `payment-due:${eventId}:${payerUserId}`,
        runAt: new Date(at.getTime() + FOLD_MS),
      })),
  )
  return new Set(payments.map(({ id }) => id))
}

const ledgerOf = (paymentId: number, fromStatus: number, at: Date) =>
  ({ paymentId, at, kind: 'charge_created', fromStatus, source: 'system' }) as const

/**
 * Waits for the transaction that changes the payment. Stores the charge if the payment is still pending
 * without one; otherwise it ended or got another charge, and this one is closed. Returns the stored link.
 */
async function storeOrClose(deps: Deps, created: NewCharge): Promise<string | null> {
  const { paymentId, charge } = created
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || payment.charge_id === charge.id) return payment?.hosted_link ?? null
    if (payment.charge_id === null && payment.status === PAYMENT_STATUS.pending) {
      await storeInto(tx, [created])
      return charge.paymentLink
    }
    // Another process stored its charge first, so this one is cancelled.
    if (payment.charge_id !== null || !isVoid(payment.status)) {
      await cancelChargeLater(tx, paymentId, charge.id)
      return payment.hosted_link
    }
    // The payment ended in the meantime: its charge is closed, and payments waiting for that are retried.
    await updatePayment(tx, paymentId, {
      charge_id: charge.id,
      charge_claimed_until: at,
      charge_closed_at: null,
      updated_at: at,
    })
    await writeLedger(tx, ledgerOf(paymentId, payment.status, at))
    await closeLater(tx, { ...payment, charge_id: charge.id })
    const registrationIds = payment.registrations.map(({ id }) => id)
    for (const next of await listUnchargedAfter(tx, paymentId, registrationIds))
      await addJob(tx, createChargeJob, { paymentId: next }, { jobKey: `create-charge:${next}` })
    return null
  })
}

async function storeRefusal(deps: Deps, paymentId: number, reason: string): Promise<void> {
  const at = deps.clock.now()
  deps.log.error({ paymentId, reason: redactText(reason) }, 'the gateway refused to create a charge')
  await transaction(deps.db, async (tx) => {
    await movePayment(tx, paymentId, {
      target: PAYMENT_STATUS.failed,
      kind: 'charge_refused',
      source: 'gateway',
      at,
    })
    // The reason may repeat what was sent about the payer.
    await updatePayment(tx, paymentId, {
      failure_reason: redactText(reason),
      charge_claimed_until: at,
      updated_at: at,
    })
  })
}
