import type { RefundReason } from '#contract/payment/refund.ts'
import { getRefundSettings } from '#server/features/fees/refund-settings/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { type NewRefund, refundableCents } from '../domain/plan-balance.ts'
import { listItems } from '../queries/items.ts'
import { recordRefund } from './move-refund.ts'
import { getEnterpriseOf, insertRefund } from './queries.ts'

/** The accounts are null when a rule of the system decided. */
export interface RefundDecision {
  reason: RefundReason
  askedBy: number | null
  approvedBy: number | null
  /** The refund needs a decision first. */
  waits?: boolean
}

/**
 * Decisions of an organizer, for which an enterprise may require approval; not entitlements of the runner.
 */
const APPROVABLE: readonly RefundReason[] = ['organizer', 'exchange']

/**
 * The refund is approved, and a job sends it, unless the enterprise approves refunds of this amount. The
 * caller has locked the payment.
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
}

async function needsApproval(tx: Tx, { paymentId, amountCents }: NewRefund): Promise<boolean> {
  const { approval_from_cents: from } = await getRefundSettings(tx, await getEnterpriseOf(tx, paymentId))
  return from !== null && amountCents >= from
}

/** Refunds what is left of a payment's items by a rule of the system; `only` limits it to registrations. */
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
