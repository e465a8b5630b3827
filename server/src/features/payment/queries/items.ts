import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '#contract/money.ts'
import { PAID_STATUSES, PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { itemRefunds } from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { type BalancedItem, type ItemRefunds, isWaiting } from '../domain/plan-balance.ts'
import { interestShare } from '../refunds/queries.ts'
import { writeLedger } from './payments.ts'

const WAITING = PAYMENT_STATUSES.map((_, code) => code).filter(isWaiting)

export const otherPayments = (tx: Tx, paymentId: number, registrationIds: readonly number[]) =>
  tx
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .where('p.id', '<>', paymentId)

/**
 * SQL: a row if a registration of payment `p` has another payment; with `<`, an earlier one. Without `lateral`
 * and `offset 0` a plan made on an almost empty table would read the whole table for each payment.
 */
export const paymentsBeside = (than: RawBuilder<unknown>) => sql`
  select from payment_items i
  cross join lateral (
    select from payment_items other
    where other.registration_id = i.registration_id and other.payment_id ${than} i.payment_id
    limit 1
  ) other
  where i.payment_id = p.id
  offset 0`

/** The amounts paid for each registration by other payments, minus refunds. */
export async function listOtherPaid(tx: Tx, paymentId: number, registrationIds: readonly number[]) {
  const rows = await otherPayments(tx, paymentId, registrationIds)
    .innerJoinLateral(itemRefunds, (join) => join.onTrue())
    .where('p.status', 'in', PAID_STATUSES)
    .where('p.duplicate_of', 'is', null)
    .orderBy('p.id')
    .select(['i.registration_id', 'p.id as payment_id'])
    .select(sql<number>`i.amount_cents - refunds.refunded_cents`.as('amount_cents'))
    .execute()
  return rows.filter(({ amount_cents }) => amount_cents > 0)
}

export const paidBy = (paid: Awaited<ReturnType<typeof listOtherPaid>>, registrationId: number): Cents =>
  paid
    .filter(({ registration_id }) => registration_id === registrationId)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** The caller has locked the payment's registrations. */
export async function listItems(tx: Tx, paymentId: number): Promise<BalancedItem[]> {
  const rows = await tx
    .selectFrom('payment_items as i')
    .innerJoinLateral(itemRefunds, (join) => join.onTrue())
    .where('i.payment_id', '=', paymentId)
    .orderBy('i.registration_id')
    .select([
      'i.registration_id as registrationId',
      'i.amount_cents as amountCents',
      'i.interest_cents as interestCents',
      ITEM_REFUNDS,
    ])
    .execute()
  return rows
}

export const ITEM_REFUNDS = sql<ItemRefunds>`json_build_object('refundedCents', refunds.refunded_cents,
  'byGatewayCents', refunds.by_gateway_cents, 'withheldCents', refunds.withheld_cents)`.as('refunds')

interface Move {
  paymentId: number
  /** The registration for which the money was paid. The caller has locked it and `toId`. */
  fromId: number
  toId: number
  amountCents: Cents
  actorUserId: number
  at: Date
}

/** Moves a part of a payment, with its interest, to a registration of another event. */
export async function moveItem(
  tx: Tx,
  { paymentId, fromId, toId, amountCents, actorUserId, at }: Move,
): Promise<void> {
  const moved = { paymentId, registrationId: fromId, amountCents }
  const eventOf = (id: number) => sql<number>`(select event_id from registrations where id = ${id})`
  const { interest_cents: interestCents, status } = await tx
    .insertInto('payment_moves')
    .values({
      payment_id: paymentId,
      from_registration_id: fromId,
      to_registration_id: toId,
      from_event_id: eventOf(fromId),
      to_event_id: eventOf(toId),
      amount_cents: amountCents,
      interest_cents: interestShare(moved),
      moved_at: at,
    })
    .returning([
      'interest_cents',
      sql<number>`(select status from payments where id = payment_id)`.as('status'),
    ])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('payment_items')
    .where('payment_id', '=', paymentId)
    .where('registration_id', '=', fromId)
    .set((eb) => ({
      amount_cents: eb('amount_cents', '-', amountCents),
      interest_cents: eb('interest_cents', '-', interestCents),
    }))
    .execute()
  await tx
    .insertInto('payment_items')
    .values({
      payment_id: paymentId,
      registration_id: toId,
      amount_cents: amountCents,
      interest_cents: interestCents,
      moved_at: at,
    })
    .execute()
  await writeLedger(tx, {
    paymentId,
    at,
    kind: 'credit_used',
    fromStatus: status,
    source: 'person',
    actorUserId,
    detail: { fromId, toId, amountCents, interestCents },
  })
}

/** Returns the registrations that have another open payment. */
export async function listOtherOpen(
  tx: Tx,
  paymentId: number,
  registrationIds: readonly number[],
): Promise<number[]> {
  const rows = await otherPayments(tx, paymentId, registrationIds)
    .where('p.status', 'in', WAITING)
    .select('i.registration_id')
    .distinct()
    .execute()
  return rows.map((row) => row.registration_id)
}
