import type { RefundReason } from '#contract/refund.ts'
import type { Tx } from '#server/lib/db.ts'
import { type NewRefund, refundableCents } from '../domain/settlement.ts'
import { listItems } from '../queries.ts'
import { followUp, recordRefund } from './move-refund.ts'
import { insertRefund } from './queries.ts'

/** Null: a rule of the system. */
export interface RefundDecision {
  reason: RefundReason
  askedBy: number | null
  approvedBy: number | null
}

/** Makes an approved refund; its job sends it. The caller holds the lock of its payment. */
export async function makeRefund(
  tx: Tx,
  refund: NewRefund,
  { reason, askedBy, approvedBy, at }: RefundDecision & { at: Date },
): Promise<void> {
  const made = await insertRefund(tx, { ...refund, reason, status: 'approved', askedBy, approvedBy, at })
  const source = askedBy === null ? 'system' : 'person'
  await recordRefund(tx, { ...made, status: null }, 'approved', { at, source, actorUserId: askedBy })
  await followUp(tx, made.id, 'approved')
}

/** Refunds, by a rule of the system, what is left of a payment's items; of those of these registrations, if given. */
export async function refundItems(
  tx: Tx,
  paymentId: number,
  reason: RefundReason,
  at: Date,
  only?: readonly number[],
): Promise<void> {
  for (const item of await listItems(tx, paymentId)) {
    const { registrationId } = item
    const amountCents = refundableCents(item)
    if (amountCents > 0 && (!only || only.includes(registrationId)))
      await makeRefund(
        tx,
        { paymentId, registrationId, amountCents },
        { reason, askedBy: null, approvedBy: null, at },
      )
  }
}
