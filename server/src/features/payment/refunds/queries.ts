import { sql, type Updateable } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { RefundObstacle, RefundReason, RefundStatus } from '#contract/payment/refund.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Refunds } from '#server/lib/db-types.ts'
import type { NewRefund } from '../domain/plan-balance.ts'

type Typed = { reason: RefundReason; status: RefundStatus; obstacle: RefundObstacle | null }

export type StoredRefund = Awaited<ReturnType<typeof listRefundsOf>>[number]

/** Oldest first. The caller has locked the payment. */
export const listRefundsOf = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .selectAll()
    .$narrowType<Typed>()
    .execute()

/** Undecided refunds of cancellations that runners requested. The caller has locked their payments. */
export const listRequested = (tx: Tx, registrationIds: readonly number[]) =>
  tx
    .selectFrom('refunds')
    .where('registration_id', 'in', registrationIds)
    .where('status', '=', 'requested')
    .where('reason', '=', 'policy')
    .orderBy('id')
    .selectAll()
    .$narrowType<Typed>()
    .execute()

export const findRefund = (db: Db, id: number) =>
  db.selectFrom('refunds').where('id', '=', id).selectAll().$narrowType<Typed>().executeTakeFirst()

interface RefundToInsert extends NewRefund {
  reason: RefundReason
  status: RefundStatus
  askedBy: number | null
  approvedBy: number | null
  at: Date
  /** By default its proportional share (docs/algorithms/installments.md). */
  interestCents?: Cents
  gatewayRefundId?: string
  receiptUrl?: string | null
  doneAt?: Date
}

export const insertRefund = (tx: Tx, refund: RefundToInsert) =>
  tx
    .insertInto('refunds')
    .values((eb) => ({
      // Not the payment's event: money for a cancelled event may pay for another one.
      event_id: eb.selectFrom('registrations').where('id', '=', refund.registrationId).select('event_id'),
      payment_id: refund.paymentId,
      registration_id: refund.registrationId,
      amount_cents: refund.amountCents,
      interest_cents: refund.interestCents ?? interestShare(refund),
      reason: refund.reason,
      status: refund.status,
      asked_by_user_id: refund.askedBy,
      asked_at: refund.at,
      approved_by_user_id: refund.approvedBy,
      approved_at: refund.status === 'requested' ? null : refund.at,
      gateway_refund_id: refund.gatewayRefundId ?? null,
      receipt_url: refund.receiptUrl ?? null,
      done_at: refund.doneAt ?? null,
    }))
    .returningAll()
    .$narrowType<Typed>()
    .executeTakeFirstOrThrow()

/** SQL: the interest refunded with this amount of an item; the whole item returns all of its interest. */
export const interestShare = ({ paymentId, registrationId, amountCents }: NewRefund) => sql<number>`(
  select greatest(0, i.interest_cents::bigint * (coalesce(sum(f.amount_cents), 0) + ${amountCents}::int) / i.amount_cents
    - coalesce(sum(f.interest_cents), 0))
  from payment_items i
  left join refunds f on f.payment_id = i.payment_id and f.registration_id = i.registration_id and f.status <> 'refused'
  where i.payment_id = ${paymentId} and i.registration_id = ${registrationId}
  group by i.interest_cents, i.amount_cents)`

export type RefundChanges = Updateable<Refunds>

export async function updateRefund(tx: Tx, id: number, changes: RefundChanges): Promise<void> {
  await tx.updateTable('refunds').set(changes).where('id', '=', id).execute()
}

/**
 * Claims an approved refund for sending it; null when it is not to be sent, or another process holds the
 * claim.
 */
export async function claimRefund(db: Db, id: number, now: Date, until: Date) {
  const claimed = await db
    .updateTable('refunds')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return null
  return db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .where('f.id', '=', id)
    .select(['f.id', 'f.payment_id', 'f.reference'])
    .select(sql<number>`f.amount_cents + f.interest_cents`.as('charged_cents'))
    .select(sql<number>`p.amount_cents + p.interest_cents`.as('whole_cents'))
    .select(['p.provider', 'p.charge_id as chargeId', 'p.type', 'p.status', 'p.paid_at as paidAt'])
    .select(['f.request_url', 'e.title as event_title'])
    .executeTakeFirstOrThrow()
}

/** Ends the claim taken until `until`. */
export async function releaseRefundClaim(db: Db, id: number, until: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('claimed_until', '=', until)
    .execute()
}

/** Moves the end of the claim taken until `until` to `next`, with the reason why the refund waits. */
export async function postponeRefund(
  db: Db,
  id: number,
  { until, next, reason }: { until: Date; next: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ claimed_until: next, failure_reason: reason })
    .where('id', '=', id)
    .where('claimed_until', '=', until)
    .execute()
}

const lastChecked = sql<Date>`coalesce(checked_at, asked_at)`

/** Refunds that were not sent or not completed and are due for a check, least recently checked first. */
export const listUnfinished = (
  db: Db,
  { before, recentSince, olderBefore }: { before: Date; recentSince: Date; olderBefore: Date },
  limit: number,
) =>
  db
    .selectFrom('refunds')
    // Literals, so that the planner can use the partial index on these statuses.
    .where(sql<boolean>`status in ('approved', 'sent')`)
    .where(lastChecked, '<', before)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'approved'),
        eb('asked_at', '>', recentSince),
        eb(lastChecked, '<', olderBefore),
      ]),
    )
    .orderBy(lastChecked)
    .limit(limit)
    .select(['id', 'payment_id', 'status'])
    .execute()

/** Returns false when another sweep has checked it since `before`. */
export async function claimRefundCheck(
  db: Db,
  id: number,
  { before, at }: { before: Date; at: Date },
): Promise<boolean> {
  const claimed = await db
    .updateTable('refunds')
    .set({ checked_at: at })
    .where('id', '=', id)
    .where(lastChecked, '<', before)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Deletes the keys of refunds that were done before this time, and of refused ones. */
export async function deletePixKeys(db: Db, doneBefore: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ pix_key: null })
    .where('pix_key', 'is not', null)
    .where((eb) => eb.or([eb('done_at', '<', doneBefore), eb('status', '=', 'refused')]))
    .execute()
}

export async function getEnterpriseOf(tx: Tx, paymentId: number): Promise<number> {
  const { enterprise_id } = await tx
    .selectFrom('payments as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.id', '=', paymentId)
    .select('e.enterprise_id')
    .executeTakeFirstOrThrow()
  return enterprise_id
}
