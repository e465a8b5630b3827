import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { itemRefunds } from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { isWaiting } from '../domain/plan-balance.ts'
import { ITEM_REFUNDS } from './items.ts'

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/**
 * Locks the registrations covered by a payment, then the payment (lock order: docs/algorithms/stock.md). If it may
 * move one of them to another choice, locks the event first.
 */
export async function lockPayment(tx: Tx, paymentId: number) {
  await lockEventOfChange(tx, paymentId)
  for (;;) {
    await sql`savepoint lock_payment`.execute(tx)
    const registrations = await lockCovered(tx, paymentId)
    const payment = await tx
      .selectFrom('payments')
      .where('id', '=', paymentId)
      .selectAll()
      .select(
        sql<number>`(select count(*)::int from payment_items where payment_id = payments.id)`.as('covers'),
      )
      // Weaker than FOR UPDATE, so that rows with a foreign key to the payment can still be written.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!payment) return null
    const { covers, ...columns } = payment
    if (covers === registrations.length) return { ...columns, registrations }
    // Meanwhile money was moved to another registration, which must be locked too. Locks are taken in id
    // order, so they are taken again.
    await sql`rollback to savepoint lock_payment`.execute(tx)
  }
}

const lockEventOfChange = (tx: Tx, paymentId: number) =>
  sql`
    select from events where id in (
      select p.event_id from payments p join payment_items i on i.payment_id = p.id
        join registration_changes c on c.registration_id = i.registration_id
      where p.id = ${paymentId} and (c.state = 'open' or c.end_reason = 'expired')
    ) for no key update`.execute(tx)

const lockCovered = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('payment_items as i', 'i.registration_id', 'r.id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('i.payment_id', '=', paymentId)
    .orderBy('r.id')
    .select(['r.id', 'r.status', 'r.cancel_reason', 'r.total_cents', 'r.event_id', 'u.anonymized_at'])
    .select('r.held_level_ids')
    .forNoKeyUpdate('r')
    .execute()

export type SharedPayment = Awaited<ReturnType<typeof lockPayments>>[number]

/**
 * Locks these registrations and those that share an open or failed payment with them, then all their payments
 * (lock order: docs/algorithms/stock.md), returned in id order. A registration's lock also protects the set
 * of its payments: none is added or changed without it.
 */
export async function lockPaymentsOf(tx: Tx, registrationIds: readonly number[]): Promise<SharedPayment[]> {
  const ids = new Set(registrationIds)
  for (;;) {
    await sql`savepoint lock_payments`.execute(tx)
    await sql`
      select from registrations where id = any (${[...ids]}::bigint[]) order by id for no key update`.execute(
      tx,
    )
    const payments = await lockPayments(tx, [...ids])
    const sharing = payments
      .filter(({ status }) => isWaiting(status))
      .flatMap(({ items }) => items.map(({ registrationId }) => registrationId))
      .filter((id) => !ids.has(id))
    if (sharing.length === 0) return payments
    // Locks are taken in id order, so these are released and taken again together with the new ones.
    await sql`rollback to savepoint lock_payments`.execute(tx)
    for (const id of sharing) ids.add(id)
  }
}

const lockPayments = (tx: Tx, registrationIds: readonly number[]) =>
  tx
    .selectFrom('payments as p')
    .where('p.id', 'in', (eb) =>
      eb.selectFrom('payment_items').where('registration_id', 'in', registrationIds).select('payment_id'),
    )
    .orderBy('p.id')
    .select(['p.id', 'p.status', 'p.installments', 'p.charge_id', 'p.charge_claimed_until'])
    .select(['p.due_on', 'p.expires_at', 'p.paid_at', 'p.payer_user_id as payerUserId'])
    .select((eb) => [
      sql<PaymentType>`p.type`.as('type'),
      eb('p.duplicate_of', 'is not', null).$castTo<boolean>().as('isDuplicate'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as i')
          .innerJoinLateral(itemRefunds, (join) => join.onTrue())
          .whereRef('i.payment_id', '=', 'p.id')
          .orderBy('i.registration_id')
          .select(['i.registration_id as registrationId', 'i.amount_cents as amountCents', ITEM_REFUNDS])
          // In JSON an instant is text.
          .select(sql<string | null>`i.moved_at`.as('movedAt')),
      ).as('items'),
    ])
    .forNoKeyUpdate('p')
    .execute()
