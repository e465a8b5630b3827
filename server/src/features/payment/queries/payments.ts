import { sql, type Updateable } from 'kysely'
import type { Tx } from '#server/lib/db.ts'
import type { Payments } from '#server/lib/db-types.ts'
import type { Installment } from '../gateways/gateway.ts'
import type { LockedPayment } from './locks.ts'

type Changes = Updateable<Payments> & { updated_at: Date }

export const updatePayment = (tx: Tx, paymentId: number, changes: Changes): Promise<void> =>
  updatePayments(tx, [paymentId], changes)

export async function updatePayments(tx: Tx, ids: readonly number[], changes: Changes): Promise<void> {
  await tx
    .updateTable('payments')
    .set(changes)
    .$if(changes.status !== undefined, (query) =>
      // A payment whose charge was never claimed has none at the gateway, so it is closed immediately.
      query.set({
        charge_closed_at: sql<Date>`case when charge_id is null and charge_claimed_until is null
          then ${changes.updated_at}::timestamptz end`,
      }),
    )
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute()
}

export interface Cause {
  at: Date
  source: 'system' | 'gateway' | 'person'
  actorUserId?: number | null
  gatewayMessageId?: number | null
}

interface LedgerRow extends Cause {
  paymentId: number
  kind: string
  /** Absent for a new payment. */
  fromStatus?: number
  /** Null for an event without a status. */
  toStatus?: number | null
  /** False when the event was recorded and had no effect. */
  applied?: boolean
  detail?: Record<string, string | number | boolean | null>
}

export const writeLedger = (tx: Tx, row: LedgerRow): Promise<void> => writeLedgerRows(tx, [row])

/** At least one. */
export async function writeLedgerRows(tx: Tx, rows: readonly LedgerRow[]): Promise<void> {
  await tx
    .insertInto('payment_events')
    .values(
      rows.map((row) => ({
        payment_id: row.paymentId,
        at: row.at,
        kind: row.kind,
        from_status: row.fromStatus ?? null,
        to_status: row.toStatus ?? null,
        applied: row.applied ?? true,
        source: row.source,
        actor_user_id: row.actorUserId ?? null,
        gateway_message_id: row.gatewayMessageId ?? null,
        detail: row.detail ? JSON.stringify(row.detail) : null,
      })),
    )
    .execute()
}

/** Kind of the ledger row of a payment of which the gateway returned more than was owed. */
export const UNMATCHED_REFUND = 'refund_unmatched'

export async function hasLedgerRow(tx: Tx, paymentId: number, kind: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_events')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns null when the charge is stored already. */
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
      split_cents: payment.split_cents,
      split_wallet_id: payment.split_wallet_id,
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

/** Stored with the charge, because reading it again for the payment page would cost a call. */
export async function storeBoletoPdf(tx: Tx, paymentId: number, url: string): Promise<void> {
  await tx
    .insertInto('payment_codes')
    // The gateway was not asked for the codes yet.
    .values({ payment_id: paymentId, asked_at: new Date(0), boleto_pdf_url: url })
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet({ boleto_pdf_url: url }))
    .execute()
}

/** What determines whether an event still takes registrations. */
export const getEventWindow = (tx: Tx, eventId: number) =>
  tx
    .selectFrom('events')
    .where('id', '=', eventId)
    .select(['id', 'status', 'registration_ends_on', 'event_on', 'timezone', 'enterprise_id'])
    .executeTakeFirstOrThrow()

/** The caller has locked the payment. */
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
