import { sql } from 'kysely'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { chargedTotal } from '#server/features/registration/changes/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code, paidStatuses } from '#server/lib/sql-codes.ts'
import { otherPayments } from '../queries/items.ts'

const { pending, cancelled, expired } = PAYMENT_STATUS

export const findPaymentToClose = (db: Db, paymentId: number) =>
  db
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .select(['id', 'status', 'provider', 'charge_id', 'external_reference', 'charge_claimed_until'])
    .select('charge_attempts')
    .executeTakeFirst()

/** Earlier ended payments of the same registrations that are not closed at the gateway. */
export async function listUnclosedBefore(db: Db, paymentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payment_items as i')
    .innerJoin('payment_items as earlier', 'earlier.registration_id', 'i.registration_id')
    .innerJoin('payments as p', 'p.id', 'earlier.payment_id')
    .where('i.payment_id', '=', paymentId)
    .where('p.id', '<', paymentId)
    .where('p.status', 'in', [cancelled, expired])
    .where('p.charge_closed_at', 'is', null)
    .orderBy('p.id')
    .select('p.id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

/** Whether another payment was paid since and the registration has not been balanced. */
export async function exceedsDebt(db: Db, paymentId: number): Promise<boolean> {
  const { rows } = await sql`
    select from payment_items i join registrations r on r.id = i.registration_id
    where i.payment_id = ${paymentId} and i.amount_cents > ${chargedTotal} - (
      select coalesce(sum(other.amount_cents - refunds.refunded_cents + refunds.by_gateway_cents), 0)
      from payment_items other join payments p on p.id = other.payment_id
      cross join lateral item_refunds(other.payment_id, other.registration_id) refunds
      where other.registration_id = r.id and p.duplicate_of is null
        and p.status in (${paidStatuses}, ${code.payment.reversed})
    )`.execute(db)
  return rows.length > 0
}

/** Later payments of these registrations that have no charge yet. */
export async function listUnchargedAfter(
  tx: Tx,
  paymentId: number,
  registrationIds: readonly number[],
): Promise<number[]> {
  const rows = await otherPayments(tx, paymentId, registrationIds)
    .where('p.id', '>', paymentId)
    .where('p.status', '=', pending)
    .where('p.charge_id', 'is', null)
    .select('p.id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

/** A charge claimed after `claimsBefore` may still be created: then the payment is not marked. */
export async function markClosed(
  db: Db,
  paymentId: number,
  { at, claimsBefore }: { at: Date; claimsBefore: Date },
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ charge_closed_at: at })
    .where('id', '=', paymentId)
    .where('status', 'in', [cancelled, expired])
    .where((eb) =>
      eb.or([eb('charge_claimed_until', 'is', null), eb('charge_claimed_until', '<=', claimsBefore)]),
    )
    .execute()
}
