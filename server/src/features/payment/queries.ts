// Long, because all SQL on payments outside the sweeps is kept together.

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { itemRefunds } from '../registration/queries.ts'
import { type ItemRefunds, isWaiting, type SettledItem } from './domain/settlement.ts'
import type { Installment, PaymentType } from './gateways/gateway.ts'
import { interestShare } from './refunds/queries.ts'

const { pending, paid, confirmed, receivedInCash, settled, overdue, refused, awaiting, rejected, failed } =
  PAYMENT_STATUS
const PAID = [receivedInCash, paid, confirmed, settled]
const OPEN = [pending, overdue, refused, awaiting, rejected, failed]

/** SQL: the settings of the organizer of `payments`' event. */
const SPLIT_SETTINGS = sql`(
  select s.wallet_id, s.split_bp from events e join organizer_payout_settings s on s.organizer_id = e.organizer_id
  where e.id = payments.event_id) settings`

/**
 * SQL: the share of the organizer's part of a payment, which is its items less their part of the service fee. A tenth and R$ 2,00 of the
 * payment are left in any case: the gateway splits what is left after its fee, and refuses a charge that is split into more.
 */
const SHARE_TO_SPLIT = sql`
  select greatest(0, floor(least(
    sum(i.amount_cents - ceil(r.fee_cents::numeric * i.amount_cents / r.total_cents)) * settings.split_bp / 10000,
    sum(i.amount_cents) * 0.9 - 200)))
  from ${SPLIT_SETTINGS}, payment_items i join registrations r on r.id = i.registration_id
  where i.payment_id = payments.id and settings.split_bp is not null group by settings.split_bp`

interface Claim {
  now: Date
  until: Date
  /** The gateways that can send a part of a charge to the organizer's wallet. */
  splitting: readonly string[]
}

/**
 * Claims the creation of a payment's charge until `until`. Null when it needs none or another process holds the claim. The first claim
 * also decides what is split, so that a charge found by its reference is split as this payment says.
 */
export async function claimCharge(db: Db, paymentId: number, { now, until, splitting }: Claim) {
  const claimed = await db
    .updateTable('payments')
    .set({ charge_claimed_until: until })
    .$if(splitting.length > 0, (query) =>
      query.set({
        split_wallet_id: sql<string>`case when split_cents is null then (select wallet_id from ${SPLIT_SETTINGS}) else split_wallet_id end`,
        split_cents: sql<number>`coalesce(split_cents,
          case when provider = any (${splitting}::text[]) then (${SHARE_TO_SPLIT}) end, 0)`,
      }),
    )
    .where('id', '=', paymentId)
    .where('status', '=', pending)
    .where('charge_id', 'is', null)
    .where((eb) => eb.or([eb('charge_claimed_until', 'is', null), eb('charge_claimed_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return null
  return db
    .selectFrom('payments as p')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.id', '=', paymentId)
    .select([
      'p.id',
      'p.provider',
      'p.external_reference',
      'p.type',
      'p.installments',
      'p.split_cents',
      'p.split_wallet_id',
      'p.due_on',
      'p.expires_at',
      'p.created_at',
    ])
    .select(sql<number>`p.amount_cents + p.interest_cents`.as('charged_cents'))
    .select(['e.title as event_title', 'e.event_on'])
    .select([
      'u.name as payer_name',
      'u.cpf as payer_cpf',
      'u.email as payer_email',
      'u.phone as payer_phone',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as i')
          .innerJoin('registrations as r', 'r.id', 'i.registration_id')
          .innerJoin('categories as c', 'c.id', 'r.category_id')
          .whereRef('i.payment_id', '=', 'p.id')
          .orderBy('r.id')
          .select(['r.name', 'r.cpf', 'c.name as category_name']),
      ).as('participants'),
    )
    .executeTakeFirstOrThrow()
}

/** Ends the claim taken until `until`. The column keeps `at`, not null: a charge may exist at the gateway since the first claim. */
export async function releaseClaim(db: Db, paymentId: number, until: Date, at: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ charge_claimed_until: at })
    .where('id', '=', paymentId)
    .where('charge_claimed_until', '=', until)
    .execute()
}

export async function findCharge(db: Db, paymentId: number) {
  return db
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .select(['status', 'charge_id', 'hosted_link'])
    .executeTakeFirst()
}

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** Locks the registrations a payment covers and then the payment: the lock order of docs/algorithms/stock.md. */
export async function lockPayment(tx: Tx, paymentId: number) {
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
      // Not FOR UPDATE: foreign keys to the payment may still be written.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!payment) return null
    const { covers, ...columns } = payment
    if (covers === registrations.length) return { ...columns, registrations }
    // While this waited for a lock, some of its money was moved to another registration: that is locked too, in id order.
    await sql`rollback to savepoint lock_payment`.execute(tx)
  }
}

const lockCovered = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('payment_items as i', 'i.registration_id', 'r.id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('i.payment_id', '=', paymentId)
    .orderBy('r.id')
    .select(['r.id', 'r.status', 'r.cancel_reason', 'r.total_cents', 'r.event_id', 'u.anonymized_at'])
    .forNoKeyUpdate('r')
    .execute()

export async function updatePayment(
  tx: Tx,
  paymentId: number,
  changes: {
    status?: number
    charge_id?: string
    hosted_link?: string
    due_on?: IsoDate
    expires_at?: Date | null
    paid_at?: Date
    returned_at?: Date | null
    late?: boolean
    duplicate_of?: number
    failure_reason?: string
    gateway_fee_cents?: number
    charge_claimed_until?: Date
    charge_closed_at?: Date | null
    updated_at: Date
  },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set(changes)
    .$if(changes.status !== undefined, (query) =>
      // A payment never claimed has no charge at the gateway: it is closed at once.
      query.set({
        charge_closed_at: sql<Date>`case when charge_id is null and charge_claimed_until is null
          then ${changes.updated_at}::timestamptz end`,
      }),
    )
    .where('id', '=', paymentId)
    .execute()
}

export interface LedgerRow {
  paymentId: number
  at: Date
  kind: string
  /** Null for a new payment. */
  fromStatus: number | null
  /** Null when what happened carried no status. */
  toStatus: number | null
  applied: boolean
  source: 'system' | 'gateway' | 'person'
  actorUserId?: number | null
  gatewayMessageId?: number | null
  detail?: Record<string, string | number | boolean | null>
}

export async function writeLedger(tx: Tx, row: LedgerRow): Promise<void> {
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: row.paymentId,
      at: row.at,
      kind: row.kind,
      from_status: row.fromStatus,
      to_status: row.toStatus,
      applied: row.applied,
      source: row.source,
      actor_user_id: row.actorUserId ?? null,
      gateway_message_id: row.gatewayMessageId ?? null,
      detail: row.detail ? JSON.stringify(row.detail) : null,
    })
    .execute()
}

/** Inserts a paid charge that repeats a payment, as a duplicate of it. Null when it is known already. */
export async function insertDuplicate(
  tx: Tx,
  payment: LockedPayment,
  charge: { id: string; status: number; amountCents: number; paymentLink: string; paidAt: Date },
  at: Date,
): Promise<number | null> {
  const inserted = await tx
    .insertInto('payments')
    .values({
      event_id: payment.event_id,
      payer_user_id: payment.payer_user_id,
      provider: payment.provider,
      charge_id: charge.id,
      type: payment.type,
      amount_cents: charge.amountCents - payment.interest_cents,
      installments: payment.installments,
      interest_cents: payment.interest_cents,
      status: charge.status,
      hosted_link: charge.paymentLink,
      due_on: payment.due_on,
      paid_at: charge.paidAt,
      duplicate_of: payment.id,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'charge_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await tx
    .insertInto('payment_items')
    .columns(['payment_id', 'registration_id', 'amount_cents', 'interest_cents'])
    .expression((eb) =>
      eb
        .selectFrom('payment_items')
        .where('payment_id', '=', payment.id)
        .select(sql<number>`${inserted.id}::bigint`.as('id'))
        .select(['registration_id', 'amount_cents', 'interest_cents']),
    )
    .execute()
  return inserted.id
}

/** The other payments of these registrations, by registration. */
export const otherPayments = (tx: Tx, paymentId: number, registrationIds: readonly number[]) =>
  tx
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .where('p.id', '<>', paymentId)

/** What other payments have paid of each registration, less what is refunded. */
export async function listOtherPaid(tx: Tx, paymentId: number, registrationIds: readonly number[]) {
  const rows = await otherPayments(tx, paymentId, registrationIds)
    .innerJoinLateral(itemRefunds, (join) => join.onTrue())
    .where('p.status', 'in', PAID)
    .where('p.duplicate_of', 'is', null)
    .orderBy('p.id')
    .select(['i.registration_id', 'p.id as payment_id'])
    .select(sql<number>`i.amount_cents - refunds.refunded_cents`.as('amount_cents'))
    .execute()
  return rows.filter(({ amount_cents }) => amount_cents > 0)
}

/** The items of a payment whose registrations the caller has locked. */
export async function listItems(tx: Tx, paymentId: number): Promise<SettledItem[]> {
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

const ITEM_REFUNDS = sql<ItemRefunds>`json_build_object('refundedCents', refunds.refunded_cents,
  'byGatewayCents', refunds.by_gateway_cents, 'withheldCents', refunds.withheld_cents)`.as('refunds')

/** What decides whether an event still takes registrations. */
export const getEventWindow = (tx: Tx, eventId: number) =>
  tx
    .selectFrom('events')
    .where('id', '=', eventId)
    .select(['id', 'status', 'registration_ends_on', 'event_on', 'timezone', 'enterprise_id'])
    .executeTakeFirstOrThrow()

/** A payment with all its items. */
export type SharedPayment = Awaited<ReturnType<typeof lockPayments>>[number]

/**
 * Locks these registrations and those that share an open or failed payment with them, then all their payments (lock order:
 * docs/algorithms/stock.md), and returns the payments in id order. The lock of a registration also protects the set of its payments:
 * none is added or changed without it.
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
    // Locks are taken in id order, so these are released and taken again together with the others.
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
    .select([
      'p.id',
      'p.status',
      'p.installments',
      'p.charge_id',
      'p.charge_claimed_until',
      'p.due_on',
      'p.expires_at',
      'p.paid_at',
    ])
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
          // In JSON an instant is a text.
          .select(sql<string | null>`i.moved_at`.as('movedAt')),
      ).as('items'),
    ])
    .forNoKeyUpdate('p')
    .execute()

interface Move {
  paymentId: number
  /** Both registrations are locked by the caller; the money was paid for the first. */
  fromId: number
  toId: number
  amountCents: Cents
  actorUserId: number
  at: Date
}

/** Lets a part of a payment, with its interest, pay for a registration of another event. */
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
    toStatus: null,
    applied: true,
    source: 'person',
    actorUserId,
    detail: { fromId, toId, amountCents, interestCents },
  })
}

/** Those of these registrations that have another open payment. */
export async function listOtherOpen(
  tx: Tx,
  paymentId: number,
  registrationIds: readonly number[],
): Promise<number[]> {
  const rows = await otherPayments(tx, paymentId, registrationIds)
    .where('p.status', 'in', OPEN)
    .select('i.registration_id')
    .distinct()
    .execute()
  return rows.map((row) => row.registration_id)
}

/** Stores what the gateway said of each installment of a payment's charge. The caller holds the payment's lock. */
export async function storeInstallments(
  tx: Tx,
  paymentId: number,
  installments: readonly Installment[],
): Promise<void> {
  await tx
    .insertInto('payment_installments')
    .values(
      installments.map(({ number, amountCents, feeCents, isCredited }) => ({
        payment_id: paymentId,
        number,
        amount_cents: amountCents,
        gateway_fee_cents: feeCents,
        is_credited: isCredited,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['payment_id', 'number']).doUpdateSet((eb) => ({
        amount_cents: eb.ref('excluded.amount_cents'),
        gateway_fee_cents: eb.ref('excluded.gateway_fee_cents'),
        is_credited: eb.ref('excluded.is_credited'),
      })),
    )
    .execute()
}
