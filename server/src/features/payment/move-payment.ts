import { dayIn } from '#contract/dates.ts'
import { isOpen, isPaid, isVoid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { type CancelReason, paymentRefused } from '#server/features/outbox/domain-events.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { publish } from '#server/lib/outbox.ts'
import { BANK_ZONE } from './domain/due-date.ts'
import { interpretGatewayStatus } from './domain/interpret-gateway-status.ts'
import { nextStatus } from './domain/transitions.ts'
import { balanceLater, cancelChargeLater, closeLater } from './follow-up-jobs.ts'
import type { Charge } from './gateways/gateway.ts'
import { endUnpaidChanges } from './pay-changes.ts'
import { listOtherOpen, listOtherPaid } from './queries/items.ts'
import { type LockedPayment, lockPayment } from './queries/locks.ts'
import {
  type Cause,
  hasLedgerRow,
  insertDuplicate,
  storeInstallments,
  UNMATCHED_REFUND,
  updatePayment,
  writeLedger,
} from './queries/payments.ts'
import { completeRefunds } from './refunds/apply-gateway-refunds.ts'
import { refundItems } from './refunds/make-refund.ts'
import { applyEffect } from './registration-effects.ts'

export interface Transition extends Cause {
  /** Null for a gateway message without a status. */
  target: number | null
  /** The name of the event in the ledger. */
  kind: string
  /** As the gateway reports it, if it was requested. */
  charge?: Charge
  /** Why registrations are released; by default derived from the new status. */
  releaseReason?: CancelReason
}

/** Also stored with the gateway message. */
export type Outcome =
  | 'applied'
  | 'unchanged'
  | 'refused'
  | 'duplicate'
  | 'amount_mismatch'
  | 'other_charge'
  | 'unknown_charge'

/**
 * Changes a payment's status along the transition table: locks its registrations and the payment, writes the
 * ledger and applies the effect to the registrations. Safe to repeat, late and out of order. Other places
 * that change a status: docs/algorithms/payment.md, "Who changes a status".
 */
export async function movePayment(tx: Tx, paymentId: number, transition: Transition): Promise<Outcome> {
  const payment = await lockPayment(tx, paymentId)
  if (!payment) return 'unknown_charge'
  const { charge } = transition
  const mismatch = charge && findMismatch(payment, charge, transition.target)
  if (mismatch) {
    if (mismatch === 'amount_mismatch') await storeRefused(tx, payment, transition)
    if (mismatch === 'duplicate') await recordSecondCharge(tx, payment, charge, transition.at)
    await record(tx, payment, { ...transition, kind: mismatch }, false, {
      reason: mismatch,
      chargeId: charge.id,
      amountCents: charge.amountCents,
    })
    return mismatch
  }

  if (charge?.installments) await storeInstallments(tx, paymentId, charge.installments)
  if (charge?.splitCents !== undefined) await storeSplit(tx, payment, charge.splitCents, transition)
  const target = charge
    ? interpretGatewayStatus(knownPayment(payment, transition.at), transition.target)
    : transition.target
  const step = nextStatus(payment.status, target, charge?.disputed)
  if (isVoid(payment.status) && isOpen(step.to) && (await hasOtherPayment(tx, payment))) {
    // The gateway restored the charge after another payment replaced it: only one may be payable.
    await updatePayment(tx, paymentId, { charge_closed_at: null, updated_at: transition.at })
    await closeLater(tx, payment)
    await record(tx, payment, { ...transition, target }, false, { reason: 'replaced' })
    return 'refused'
  }
  // The gateway made one of the refunds twice. So it returned too much for one registration, and not what was
  // paid for the others.
  if (step.to === PAYMENT_STATUS.refunded && (await hasLedgerRow(tx, paymentId, UNMATCHED_REFUND))) {
    await storeRefused(tx, payment, transition)
    return 'refused'
  }
  // A sweep without news writes no ledger row.
  const isKnown = step.outcome === 'unchanged' || (target !== null && target === payment.refused_status)
  const applied = step.outcome === 'applied'
  if (applied || !isKnown || transition.source !== 'system')
    await record(tx, payment, { ...transition, target: applied ? step.to : target }, applied)
  if (!applied) {
    const isMoney = step.outcome === 'refused' && meansMoney(payment.status, target)
    if (charge) await storeRefused(tx, payment, { ...transition, target: isMoney ? target : null })
    return step.outcome
  }
  await updatePayment(tx, paymentId, {
    ...changesOf(payment, step.to, transition),
    ...(charge && { refused_status: null }),
    updated_at: transition.at,
  })
  // Paid through a second charge: the first one must not be payable any more.
  if (charge && payment.charge_id !== null && payment.charge_id !== charge.id)
    await cancelChargeLater(tx, paymentId, payment.charge_id)
  if (step.to === PAYMENT_STATUS.refused) await publish(tx, paymentRefused, [{ paymentId }], transition.at)
  const { at, source, gatewayMessageId } = transition
  // A refused charge cannot be paid, so its change need not wait.
  if (step.to === PAYMENT_STATUS.failed)
    for (const id of await endUnpaidChanges(tx, payment, at)) await balanceLater(tx, id)
  await applyEffect(tx, step.effect, payment, {
    at,
    // A decision on a refund has already changed its registration, so only undecided ones are affected.
    ...(step.to === PAYMENT_STATUS.refunded && {
      only: await completeRefunds(tx, payment, { at, source, gatewayMessageId }),
    }),
    reason: transition.releaseReason ?? releaseReason(step.to),
  })
  return 'applied'
}

/**
 * Whether a status that the payment cannot take means that the gateway received money or may have to return
 * it.
 */
const meansMoney = (status: number, target: number | null): boolean =>
  target === PAYMENT_STATUS.reversed || (target !== null && isPaid(target) && !isPaid(status))

/**
 * Stores the reported status as a task for a person. Null removes the task, once the gateway agrees with the
 * payment.
 */
async function storeRefused(
  tx: Tx,
  { id, refused_status }: LockedPayment,
  { target, at }: Pick<Transition, 'target' | 'at'>,
): Promise<void> {
  if (refused_status !== target) await updatePayment(tx, id, { refused_status: target, updated_at: at })
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

/** Why a charge's state cannot be applied to this payment. */
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

/** A charge cancelled directly at the gateway was cancelled by the organizer or the operator. */
function releaseReason(to: number): CancelReason {
  if (to === PAYMENT_STATUS.expired) return 'expired'
  return to === PAYMENT_STATUS.cancelled ? 'organizer' : 'refunded'
}

/** Records the paid second charge as a duplicate payment, and refunds it. */
async function recordSecondCharge(tx: Tx, payment: LockedPayment, charge: Charge, at: Date): Promise<void> {
  const id = await insertDuplicate(tx, payment, { ...charge, paidAt: charge.paidAt ?? at }, at)
  if (id === null) return
  await writeLedger(tx, {
    paymentId: id,
    at,
    kind: 'second_charge',
    toStatus: charge.status,
    source: 'gateway',
  })
  await refundItems(tx, id, 'duplicate', at)
}

/** Stores what the organizer's wallet has of the payment, as the gateway reports it. */
async function storeSplit(tx: Tx, payment: LockedPayment, cents: number, cause: Cause): Promise<void> {
  const { id: paymentId, split_cents: decided, split_left_cents: known } = payment
  if (decided === null || decided === 0 || cents === known) return
  await updatePayment(tx, paymentId, { split_left_cents: cents, updated_at: cause.at })
  if (cents === (known ?? decided)) return
  const { at, source, gatewayMessageId } = cause
  await writeLedger(tx, {
    at,
    source,
    gatewayMessageId,
    paymentId,
    kind: 'split_changed',
    fromStatus: payment.status,
    detail: { fromCents: known ?? decided, cents },
  })
}

const record = (
  tx: Tx,
  payment: LockedPayment,
  transition: Transition,
  applied: boolean,
  detail?: Record<string, string | number>,
): Promise<void> =>
  writeLedger(tx, {
    ...transition,
    paymentId: payment.id,
    fromStatus: payment.status,
    toStatus: transition.target,
    applied,
    detail,
  })

/** Applies the state of a charge as the gateway reports it now. */
export const applyCharge = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  paymentId: number,
  charge: Charge,
  kind: 'reconciled' | 'cancel_refused',
): Promise<Outcome> =>
  transaction(db, (tx) =>
    movePayment(tx, paymentId, { target: charge.status, kind, source: 'system', at: clock.now(), charge }),
  )
