import { dayIn } from '#contract/dates.ts'
import { isOpen, isPaid, isVoid, PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import type { CancelReason } from '../registration/queries.ts'
import { BANK_ZONE } from './domain/due-date.ts'
import { interpretGatewayStatus } from './domain/interpret-gateway-status.ts'
import { nextStatus } from './domain/transitions.ts'
import { applyEffect } from './effects.ts'
import { paymentRefusedJob, REFUSED_MAIL_DELAY_MS } from './emails/payment-refused.ts'
import { cancelChargeLater, closeLater } from './follow-up-jobs.ts'
import type { Charge, PaymentType } from './gateways/gateway.ts'
import {
  insertDuplicate,
  type LedgerRow,
  type LockedPayment,
  listOtherOpen,
  listOtherPaid,
  lockPayment,
  storeInstallments,
  updatePayment,
  writeLedger,
} from './queries.ts'
import { completeRefunds } from './refunds/apply-gateway-refunds.ts'
import { refundItems } from './refunds/make-refund.ts'

export interface Transition {
  /** The status to enter; null for a gateway message that carries none. */
  target: number | null
  /** The ledger's name for what happened. */
  kind: string
  source: LedgerRow['source']
  at: Date
  actorUserId?: number | null
  gatewayMessageId?: number | null
  /** The charge's present state at the gateway, when the gateway was asked. */
  charge?: Charge
  /** Cancel reason of released registrations; by default derived from the new status. */
  releaseReason?: CancelReason
}

/** The result, as stored with the gateway's message. */
export type Outcome =
  | 'applied'
  | 'unchanged'
  | 'refused'
  | 'duplicate'
  | 'amount_mismatch'
  | 'other_charge'
  | 'unknown_charge'

/**
 * Changes a payment's status along the transition table: locks its registrations and the payment, writes the ledger and applies
 * the effect on the registrations. Safe to repeat, late and out of order. What else changes a status is listed in
 * docs/algorithms/payment.md, "Who changes a status".
 */
export async function movePayment(tx: Tx, paymentId: number, transition: Transition): Promise<Outcome> {
  const payment = await lockPayment(tx, paymentId)
  if (!payment) return 'unknown_charge'
  const { charge } = transition
  const mismatch = charge && findMismatch(payment, charge, transition.target)
  if (mismatch) {
    if (mismatch === 'duplicate') await recordSecondCharge(tx, payment, charge, transition.at)
    await record(tx, payment, { ...transition, kind: mismatch }, false, {
      reason: mismatch,
      chargeId: charge.id,
      amountCents: charge.amountCents,
    })
    return mismatch
  }

  if (charge?.installments) await storeInstallments(tx, paymentId, charge.installments)
  const target = charge
    ? interpretGatewayStatus(knownPayment(payment, transition.at), transition.target)
    : transition.target
  const step = nextStatus(payment.status, target, charge?.disputed)
  if (isVoid(payment.status) && isOpen(step.to) && (await hasOtherPayment(tx, payment))) {
    // Restored at the gateway after another payment replaced it: only one of them may be payable.
    await updatePayment(tx, paymentId, { charge_closed_at: null, updated_at: transition.at })
    await closeLater(tx, payment)
    await record(tx, payment, { ...transition, target }, false, { reason: 'replaced' })
    return 'refused'
  }
  // A sweep that finds nothing new leaves no trace in the ledger.
  if (step.outcome === 'unchanged' && transition.source === 'system') return 'unchanged'
  const applied = step.outcome === 'applied'
  await record(tx, payment, { ...transition, target: applied ? step.to : target }, applied)
  if (step.outcome !== 'applied') return step.outcome
  await updatePayment(tx, paymentId, {
    ...changesOf(payment, step.to, transition),
    updated_at: transition.at,
  })
  // Paid through a second charge: the first must not be paid as well.
  if (charge && payment.charge_id !== null && payment.charge_id !== charge.id)
    await cancelChargeLater(tx, paymentId, payment.charge_id)
  if (step.to === PAYMENT_STATUS.refused)
    await addJob(
      tx,
      paymentRefusedJob,
      { paymentId },
      {
        jobKey: `payment-refused:${paymentId}`,
        runAt: new Date(transition.at.getTime() + REFUSED_MAIL_DELAY_MS),
      },
    )
  const cause = {
    at: transition.at,
    source: transition.source,
    gatewayMessageId: transition.gatewayMessageId,
  }
  await applyEffect(tx, step.effect, payment, {
    at: transition.at,
    // Who decided on a refund has done to the registration what it was for.
    ...(step.to === PAYMENT_STATUS.refunded && { only: await completeRefunds(tx, payment, cause) }),
    reason: transition.releaseReason ?? releaseReason(step.to),
  })
  return 'applied'
}

const knownPayment = (payment: LockedPayment, at: Date) => ({
  status: payment.status,
  type: payment.type as PaymentType,
  dueOn: payment.due_on,
  holdExpired: payment.expires_at !== null && payment.expires_at <= at,
  isClosed: payment.charge_closed_at !== null,
  today: dayIn(BANK_ZONE, at),
})

/** Whether another payment of the same registrations is open or paid. */
async function hasOtherPayment(tx: Tx, { id, registrations }: LockedPayment): Promise<boolean> {
  const ids = registrations.map((registration) => registration.id)
  const [open, paid] = [await listOtherOpen(tx, id, ids), await listOtherPaid(tx, id, ids)]
  return open.length > 0 || paid.length > 0
}

/** Why a charge's state cannot be applied to this payment; null when it can. */
function findMismatch(payment: LockedPayment, charge: Charge, target: number | null): Outcome | null {
  if (charge.id !== payment.charge_id && charge.externalReference !== payment.external_reference)
    return 'unknown_charge'
  const becomesPaid = target !== null && isPaid(target)
  const charged = payment.amount_cents + payment.interest_cents
  if (payment.charge_id !== null && charge.id !== payment.charge_id) {
    // A second charge of the same payment, created by a slow gateway, matters only if it is paid.
    if (!becomesPaid) return 'other_charge'
    if (isPaid(payment.status) && charge.amountCents === charged) return 'duplicate'
  }
  return becomesPaid && charge.amountCents !== charged ? 'amount_mismatch' : null
}

function changesOf(payment: LockedPayment, to: number, { charge, at }: Transition) {
  return {
    status: to,
    ...(charge && { charge_id: charge.id, hosted_link: charge.paymentLink }),
    ...(charge && charge.feeCents !== null && { gateway_fee_cents: charge.feeCents }),
    ...(isPaid(to) && !isPaid(payment.status) && { paid_at: charge?.paidAt ?? at, returned_at: null }),
    ...(isPaid(payment.status) && !isPaid(to) && to !== PAYMENT_STATUS.refunded && { returned_at: at }),
  }
}

/** A charge cancelled at the gateway directly was cancelled by the organizer or the operator. */
function releaseReason(to: number): CancelReason {
  if (to === PAYMENT_STATUS.expired) return 'expired'
  return to === PAYMENT_STATUS.cancelled ? 'organizer' : 'refunded'
}

/** A second charge of a paid payment was paid too: it is recorded as a payment of its own, and refunded. */
async function recordSecondCharge(tx: Tx, payment: LockedPayment, charge: Charge, at: Date): Promise<void> {
  const id = await insertDuplicate(tx, payment, { ...charge, paidAt: charge.paidAt ?? at }, at)
  if (id === null) return
  const ledger = { paymentId: id, at, source: 'gateway', fromStatus: null, applied: true } as const
  await writeLedger(tx, { ...ledger, kind: 'second_charge', toStatus: charge.status })
  await refundItems(tx, id, 'duplicate', at)
}

const record = (
  tx: Tx,
  payment: LockedPayment,
  transition: Transition,
  applied: boolean,
  detail?: LedgerRow['detail'],
): Promise<void> =>
  writeLedger(tx, {
    paymentId: payment.id,
    at: transition.at,
    kind: transition.kind,
    fromStatus: payment.status,
    toStatus: transition.target,
    applied,
    source: transition.source,
    actorUserId: transition.actorUserId,
    gatewayMessageId: transition.gatewayMessageId,
    detail,
  })
