import { dayIn } from '#contract/dates.ts'
import { isOpen, isPaid, isVoid, PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import type { CancelReason } from '../registration/queries.ts'
import { cancelChargeLater, closeLater } from './close-later.ts'
import { BANK_ZONE } from './domain/due-date.ts'
import { understood } from './domain/interpret-gateway-status.ts'
import { nextStatus } from './domain/transitions.ts'
import { applyEffect } from './effects.ts'
import type { Charge, PaymentType } from './gateways/gateway.ts'
import {
  type LedgerRow,
  type LockedPayment,
  listOpenBeside,
  listPaidBeside,
  lockPayment,
  updatePayment,
  writeLedger,
} from './queries.ts'

export interface Move {
  /** Where it should go; null when nothing of ours changes. */
  target: number | null
  /** What happened, in the ledger's words. */
  kind: string
  source: LedgerRow['source']
  at: Date
  actorUserId?: number | null
  gatewayMessageId?: number | null
  /** As the gateway has it, when the gateway was asked. */
  charge?: Charge
  /** Written to the registrations when the step releases them; by default what the step itself says. */
  releaseReason?: CancelReason
}

/** How it ended, as the inbox keeps it. */
export type Outcome =
  | 'applied'
  | 'unchanged'
  | 'refused'
  | 'duplicate'
  | 'amount_mismatch'
  | 'other_charge'
  | 'unknown_charge'

/**
 * The one way a payment changes status: locks it and its registrations, follows the table, writes the ledger, and does to the
 * registrations what the step says. Harmless when repeated, late or out of order. See docs/algorithms/payment.md.
 */
export async function movePayment(tx: Tx, paymentId: number, move: Move): Promise<Outcome> {
  const payment = await lockPayment(tx, paymentId)
  if (!payment) return 'unknown_charge'
  const { charge } = move
  const stranger = charge && strangeness(payment, charge, move.target)
  if (stranger) {
    const kind = stranger === 'duplicate' ? 'refund_needed' : stranger
    await record(tx, payment, { ...move, kind }, false, {
      reason: stranger,
      chargeId: charge.id,
      amountCents: charge.amountCents,
    })
    return stranger
  }

  const target = charge ? understood(knownOf(payment, move.at), move.target) : move.target
  const step = nextStatus(payment.status, target)
  if (isVoid(payment.status) && isOpen(step.to) && (await isAskedOtherwise(tx, payment))) {
    // Restored at the gateway while another payment has taken its place: only one of them may be paid.
    await updatePayment(tx, paymentId, { charge_closed_at: null, updated_at: move.at })
    await closeLater(tx, payment)
    await record(tx, payment, { ...move, target }, false, { reason: 'replaced' })
    return 'refused'
  }
  // The half-hourly round finds things as they are most of the time: that is no news for the ledger.
  if (step.outcome === 'unchanged' && move.source === 'system') return 'unchanged'
  const applied = step.outcome === 'applied'
  await record(tx, payment, { ...move, target: applied ? step.to : target }, applied)
  if (step.outcome !== 'applied') return step.outcome
  await updatePayment(tx, paymentId, { ...changesOf(payment, step.to, move), updated_at: move.at })
  // Paid through a second charge: the first is not to be paid as well.
  if (charge && payment.charge_id !== null && payment.charge_id !== charge.id)
    await cancelChargeLater(tx, paymentId, payment.charge_id)
  await applyEffect(tx, step.effect, payment, {
    at: move.at,
    reason: move.releaseReason ?? releaseReason(step.to),
  })
  return 'applied'
}

const knownOf = (payment: LockedPayment, at: Date) => ({
  status: payment.status,
  type: payment.type as PaymentType,
  dueOn: payment.due_on,
  isOut: payment.expires_at !== null && payment.expires_at <= at,
  isClosed: payment.charge_closed_at !== null,
  today: dayIn(BANK_ZONE, at),
})

/** Whether another payment of its registrations is to be paid, or is paid. */
async function isAskedOtherwise(tx: Tx, { id, registrations }: LockedPayment): Promise<boolean> {
  const ids = registrations.map((registration) => registration.id)
  const [open, paid] = [await listOpenBeside(tx, id, ids), await listPaidBeside(tx, id, ids)]
  return open.length > 0 || paid.length > 0
}

/** Why what the gateway has cannot be taken for this payment; null when it can. */
function strangeness(payment: LockedPayment, charge: Charge, target: number | null): Outcome | null {
  if (charge.externalReference !== payment.external_reference) return 'unknown_charge'
  const arrives = target !== null && isPaid(target)
  if (payment.charge_id !== null && charge.id !== payment.charge_id) {
    // A second charge of the same payment, left by a slow gateway: what happens to it is none of ours, unless it is paid.
    if (!arrives) return 'other_charge'
    if (isPaid(payment.status)) return 'duplicate'
  }
  return arrives && charge.amountCents !== payment.amount_cents ? 'amount_mismatch' : null
}

function changesOf(payment: LockedPayment, to: number, { charge, at }: Move) {
  return {
    status: to,
    ...(charge && { charge_id: charge.id, payment_link: charge.paymentLink }),
    ...(isPaid(to) && !isPaid(payment.status) && { paid_at: charge?.paidAt ?? at, returned_at: null }),
    ...(isPaid(payment.status) && !isPaid(to) && { returned_at: at }),
    ...(to === PAYMENT_STATUS.refunded && { refunded_cents: payment.amount_cents }),
  }
}

/** A charge that is deleted at the gateway and not through us was deleted by whoever runs the place. */
function releaseReason(to: number): CancelReason {
  if (to === PAYMENT_STATUS.expired) return 'expired'
  return to === PAYMENT_STATUS.cancelled ? 'organizer' : 'refunded'
}

const record = (
  tx: Tx,
  payment: LockedPayment,
  move: Move,
  applied: boolean,
  detail?: LedgerRow['detail'],
): Promise<void> =>
  writeLedger(tx, {
    paymentId: payment.id,
    at: move.at,
    kind: move.kind,
    fromStatus: payment.status,
    toStatus: move.target,
    applied,
    source: move.source,
    actorUserId: move.actorUserId,
    gatewayMessageId: move.gatewayMessageId,
    detail,
  })
