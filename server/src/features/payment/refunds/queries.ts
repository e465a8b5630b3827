import { sql } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { RefundReason, RefundStatus } from '#contract/refund.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { NewRefund } from '../domain/settlement.ts'

type Typed = { reason: RefundReason; status: RefundStatus }

export type StoredRefund = Awaited<ReturnType<typeof listRefundsOf>>[number]

/** All refunds of a payment, oldest first. The caller holds the payment's lock. */
export const listRefundsOf = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .selectAll()
    .$narrowType<Typed>()
    .execute()

/** What runners asked for by cancelling these registrations, and nobody has decided on. The caller holds the locks of their payments. */
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
  /** By default its share: docs/algorithms/installments.md. */
  interestCents?: Cents
  gatewayRefundId?: string
  receiptUrl?: string | null
  doneAt?: Date
}

export const insertRefund = (tx: Tx, refund: RefundToInsert) =>
  tx
    .insertInto('refunds')
    .values((eb) => ({
      // Not the payment's: money of a cancelled event may pay for another one.
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

/** SQL: the interest that leaves an item with this amount of it, so that a whole item leaves with all of its interest. */
export const interestShare = ({ paymentId, registrationId, amountCents }: NewRefund) => sql<number>`(
  select greatest(0, i.interest_cents::bigint * (coalesce(sum(f.amount_cents), 0) + ${amountCents}::int) / i.amount_cents
    - coalesce(sum(f.interest_cents), 0))
  from payment_items i
  left join refunds f on f.payment_id = i.payment_id and f.registration_id = i.registration_id and f.status <> 'refused'
  where i.payment_id = ${paymentId} and i.registration_id = ${registrationId}
  group by i.interest_cents, i.amount_cents)`

export interface RefundChanges {
  status?: RefundStatus
  approved_by_user_id?: number | null
  approved_at?: Date
  gateway_refund_id?: string | null
  denied_ids?: string[]
  request_url?: string | null
  receipt_url?: string | null
  failure_reason?: string | null
  note?: string | null
  claimed_until?: Date | null
  done_at?: Date
}

export async function updateRefund(tx: Tx, id: number, changes: RefundChanges): Promise<void> {
  await tx.updateTable('refunds').set(changes).where('id', '=', id).execute()
}

/** Claims an approved refund until `until`, to ask the gateway for it. Null when it is not to be sent, or another process holds the claim. */
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
    .select(['p.provider', 'p.charge_id', 'p.status as payment_status', 'e.title as event_title'])
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

const lastChecked = sql<Date>`coalesce(checked_at, asked_at)`

/** Refunds that were not sent or not finished and not checked since `before`, the least recently checked first. */
export const listUnfinished = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('refunds')
    // Literals, so that the planner can use the partial index on these statuses.
    .where(sql<boolean>`status in ('approved', 'sent')`)
    .where(lastChecked, '<', before)
    .orderBy(lastChecked)
    .limit(limit)
    .select(['id', 'payment_id', 'status'])
    .execute()

/** Marks a refund as checked; false when another sweep has checked it since `before`. */
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

/** The enterprise of a payment's event. */
export async function getEnterpriseOf(tx: Tx, paymentId: number): Promise<number> {
  const { enterprise_id } = await tx
    .selectFrom('payments as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.id', '=', paymentId)
    .select('e.enterprise_id')
    .executeTakeFirstOrThrow()
  return enterprise_id
}
