import type { IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { effectivePayment } from '../../registration/queries.ts'
import type { LedgerRow } from '../queries.ts'

/** Locks all payments of a registration in id order. The caller has locked the registration. */
export async function lockPaymentsToSettle(tx: Tx, registrationId: number) {
  const rows = await tx
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id')
    .select(['p.id', 'p.status', 'p.type', 'p.charge_id', 'p.charge_claimed_until', 'p.duplicate_of'])
    .select('i.amount_cents')
    .forNoKeyUpdate('p')
    .execute()
  return rows.map(({ amount_cents, duplicate_of, ...payment }) => ({
    ...payment,
    amountCents: amount_cents,
    isDuplicate: duplicate_of !== null,
  }))
}

/** Locks the registration, and with it the set of its payments (docs/algorithms/stock.md). */
export const lockRegistration = (tx: Tx, registrationId: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .select(['r.status', 'r.total_cents', 'r.credit_cents', 'r.order_id', 'r.event_id', 'e.event_on'])
    .forNoKeyUpdate('r')
    .executeTakeFirstOrThrow()

/** The type of the registration's effective payment; null when it has none. */
export async function findEffectiveType(tx: Tx, registrationId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('registrations as r')
    .innerJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('r.id', '=', registrationId)
    .select('p.type')
    .executeTakeFirst()
  return row?.type ?? null
}

export async function updateCredit(tx: Tx, registrationId: number, creditCents: number): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ credit_cents: creditCents })
    .where('id', '=', registrationId)
    .execute()
}

interface NewPayment {
  registrationId: number
  eventId: number
  orderId: number
  provider: string
  type: number
  amountCents: number
  dueOn: IsoDate
  expiresAt: Date | null
  /** Number of this payment among the registration's payments, from 1. */
  ordinal: number
  source: LedgerRow['source']
  actorUserId: number | null
  at: Date
}

/** Inserts a payment with its item and its first ledger row. Answers its id. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<number> {
  const { registrationId, at } = payment
  const { id } = await tx
    .insertInto('payments')
    .values({
      event_id: payment.eventId,
      order_id: payment.orderId,
      provider: payment.provider,
      external_reference: `reg:${registrationId}:pay:${payment.ordinal}`,
      type: payment.type,
      amount_cents: payment.amountCents,
      due_on: payment.dueOn,
      expires_at: payment.expiresAt,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_items')
    .values({ payment_id: id, registration_id: registrationId, amount_cents: payment.amountCents })
    .execute()
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: id,
      at,
      kind: 'created',
      to_status: PAYMENT_STATUS.pending,
      applied: true,
      source: payment.source,
      actor_user_id: payment.actorUserId,
    })
    .execute()
  return id
}
