import type { RefundReason } from '#contract/refund.ts'
import type { Tx } from '#server/lib/db.ts'
import { getRefundSettings } from '../../fees/refund-settings/queries.ts'
import { type NewRefund, refundableCents } from '../domain/settlement.ts'
import { listItems } from '../queries.ts'
import { followUp, recordRefund } from './move-refund.ts'
import { getEnterpriseOf, insertRefund } from './queries.ts'

/** Null: a rule of the system. */
export interface RefundDecision {
  reason: RefundReason
  askedBy: number | null
  approvedBy: number | null
  /** Somebody decides on it first. */
  waits?: boolean
}

/** What an organizer decides on may have to be approved; what the runner is owed may not. */
const APPROVABLE: readonly RefundReason[] = ['organizer', 'exchange']

/**
 * Makes a refund: approved, and its job sends it, unless the enterprise wants to approve one of this amount. The caller holds the lock of
 * its payment.
 */
export async function makeRefund(
  tx: Tx,
  refund: NewRefund,
  { reason, askedBy, approvedBy, waits: isAsked = false, at }: RefundDecision & { at: Date },
): Promise<void> {
  const waits = isAsked || (APPROVABLE.includes(reason) && (await needsApproval(tx, refund)))
  const status = waits ? 'requested' : 'approved'
  const made = await insertRefund(tx, {
    ...refund,
    reason,
    status,
    askedBy,
    approvedBy: waits ? null : approvedBy,
    at,
  })
  const source = askedBy === null ? 'system' : 'person'
  await recordRefund(tx, { ...made, status: null }, status, { at, source, actorUserId: askedBy })
  await followUp(tx, made.id, status, at)
}

async function needsApproval(tx: Tx, { paymentId, amountCents }: NewRefund): Promise<boolean> {
  const { approval_from_cents: from } = await getRefundSettings(tx, await getEnterpriseOf(tx, paymentId))
  return from !== null && amountCents >= from
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
