import { sql } from 'kysely'
import type { CancellationTier } from '#contract/cancellation.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { RefundReason, RefundStatus } from '#contract/refund.ts'
import type { Db, Tx } from '#server/lib/db.ts'

interface EffectivePayment {
  payment_id: number | null
  status: number | null
  type: 0 | 1 | 2 | null
  amount_cents: number | null
  token: string | null
  paid_at: Date | null
}

/** The effective payment of the registration `r`, for a lateral left join as `p`: docs/algorithms/participants.md. */
export const effectivePayment = sql<EffectivePayment>`effective_payment(r.id)`.as<'p'>(sql`p`)

/** The refunds of the item `i` of a payment, for a lateral join as `refunds`. */
export const itemRefunds = sql<{
  refunded_cents: number
  by_gateway_cents: number
  withheld_cents: number
}>`item_refunds(i.payment_id, i.registration_id)`.as<'refunds'>(sql`refunds`)

/** What the item `i` pays of its registration's price, with `itemRefunds`: what the gateway gave back directly is not asked for again. */
export const ITEM_SHARE = sql<number>`(i.amount_cents - refunds.refunded_cents + refunds.by_gateway_cents)`

/** Of the registration `r`. Not by joins: PostgreSQL takes longer to try the orders of so many than to run them. */
export const chosenNames = [
  sql<string>`(select name from modalities where id = r.modality_id)`.as('modality_name'),
  sql<string>`(select name from categories where id = r.category_id)`.as('category_name'),
  sql<string>`(select name from kits where id = r.kit_id)`.as('kit_name'),
  sql<string | null>`(select name from shirt_sizes where id = r.shirt_size_id)`.as('size_name'),
] as const

/** What is given back, or has been, because the registration `r` was moved to something cheaper. */
export const creditCents = sql<number>`(
  select coalesce(sum(amount_cents), 0)::int from refunds f
  where f.registration_id = r.id and f.reason = 'exchange' and f.status <> 'refused'
)`.as('credit_cents')

/** What cancelling the registration `r` would give back; nothing while a payment of it is disputed. */
export const refundableCents = sql<number>`(
  select case when exists (
    select from payment_items i join payments p on p.id = i.payment_id where i.registration_id = r.id and p.status = 10
  ) then 0 else paid_cents end from amount_paid(r.id)
)`.as('refundable_cents')

/** Whether the runner of the registration `r` has asked to cancel it, and nobody has decided yet. */
export const isCancellationRequested = sql<boolean>`exists (
  select from refunds f where f.registration_id = r.id and f.status = 'requested' and f.reason = 'policy'
)`.as('is_cancellation_requested')

/** What cancelling the paid registration `r` of the event `e` depends on: `offerOf` reads it. */
export const CANCELLATION = [
  sql<CancellationTier[]>`r.cancellation_tiers`.as('cancellation_tiers'),
  sql<number>`(
    select coalesce(sum((line ->> 'amount_cents')::int), 0)::int
    from jsonb_array_elements(r.price_lines) line where line ->> 'kind' = 'fee'
  )`.as('added_fee_cents'),
  sql<boolean>`e.approves_cancellations`.as('approves_cancellations'),
  isCancellationRequested,
] as const

/** Whether the registration `r` has a payment by which it is judged: what became free has none, whatever it had before. */
export const hasPayment = sql<boolean>`exists (select from effective_payment(r.id))`.as('has_payment')

/** The payment types that the event `e` accepts. */
export const takenTypes = sql<
  (0 | 1 | 2)[]
>`array(select type from payment_methods w where w.event_id = e.id and w.status = 1 order by type)`.as(
  'payment_types',
)

/** The stock levels of which a registration's choice takes a unit, from the event to the coupon. */
export async function getLevelIds(tx: Tx, registrationId: number): Promise<number[]> {
  const row = await tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .innerJoin('kits as k', 'k.id', 'r.kit_id')
    .leftJoin('shirt_sizes as s', 's.id', 'r.shirt_size_id')
    .leftJoin('coupons as p', 'p.id', 'r.coupon_id')
    .where('r.id', '=', registrationId)
    .select(
      sql<number[]>`array_remove(array[e.stock_level_id, m.stock_level_id, c.stock_level_id, k.stock_level_id,
        s.stock_level_id, p.stock_level_id], null)`.as('level_ids'),
    )
    .executeTakeFirstOrThrow()
  return row.level_ids
}

/** Sets Pendente registrations to Confirmado and returns their ids. The caller holds their locks. */
export async function confirmRegistrations(tx: Tx, ids: readonly number[], at: Date): Promise<number[]> {
  if (ids.length === 0) return []
  const confirmed = await tx
    .updateTable('registrations')
    .set({ status: REGISTRATION_STATUS.confirmed, confirmed_at: at, updated_at: at })
    .where('id', 'in', ids)
    .where('status', '=', REGISTRATION_STATUS.pending)
    .returning('id')
    .execute()
  return confirmed.map((row) => row.id)
}

/** Sets Confirmado registrations back to Pendente after a manual receipt was undone; they keep their spots. */
export async function reopenRegistrations(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('registrations')
    .set({ status: REGISTRATION_STATUS.pending, confirmed_at: null, updated_at: at })
    .where('id', 'in', ids)
    .where('status', '=', REGISTRATION_STATUS.confirmed)
    .execute()
}

export type CancelReason =
  | 'participant'
  | 'organizer'
  | 'expired'
  | 'refunded'
  | 'event_cancelled'
  | 'yielded'
  | 'disowned'

/**
 * Cancels registrations and releases the spots they hold (docs/algorithms/stock.md). Skips those already cancelled and returns the ids
 * of the others. The caller locks them with `lockPaymentsOf` first.
 */
export async function releaseRegistrations(
  tx: Tx,
  ids: readonly number[],
  reason: CancelReason,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from release_spots(${ids}::bigint[], ${reason}, ${at}::timestamptz) id`.execute(tx)
  return rows.map((row) => row.id)
}

/** `levelId` is the sold-out stock level. */
export type SpotChange =
  | { outcome: 'changed' }
  | { outcome: 'sold_out'; levelId: number }
  | { outcome: 'already_registered' | 'event_cancelled' }

/**
 * Makes a registration hold the levels `levelIds` instead of those it holds, or changes nothing and returns why. A cancelled one
 * becomes Pendente again. The caller locks it with `lockPaymentsOf` first.
 */
export async function changeSpots(
  tx: Tx,
  registrationId: number,
  levelIds: readonly number[],
  at: Date,
): Promise<SpotChange> {
  const { rows } = await sql<{ outcome: SpotChange['outcome']; level_id: number | null }>`
    select outcome, level_id
    from change_spots(${registrationId}, ${levelIds}::bigint[], ${at}::timestamptz)`.execute(tx)
  const [row] = rows
  if (row?.outcome === 'sold_out') return { outcome: 'sold_out', levelId: Number(row.level_id) }
  return { outcome: row?.outcome ?? 'already_registered' }
}

/** The kind of a stock level, from the event to the coupon. */
export async function getLevelKind(tx: Tx, levelId: number): Promise<string> {
  const { kind } = await tx
    .selectFrom('stock_levels')
    .where('id', '=', levelId)
    .select('kind')
    .executeTakeFirstOrThrow()
  return kind
}

/** What a registration chose and costs, as it is stored. */
export interface StoredChoice {
  modality_id: number
  category_id: number
  kit_id: number
  shirt_size_id: number | null
  coupon_id: number | null
  value_cents: number
  discount_cents: number
  fee_cents: number
  total_cents: number
  price_lines: { kind: 'kit' | 'discount' | 'fee'; label: string; amount_cents: number }[]
}

/** Moves a registration to another choice. The caller holds the lock of its event, and its spots. */
export async function updateChoice(
  tx: Tx,
  registrationId: number,
  choice: StoredChoice,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ ...choice, price_lines: JSON.stringify(choice.price_lines), updated_at: at })
    .where('id', '=', registrationId)
    .execute()
}

/** Takes the spots of a cancelled registration again, at every level of its choice, because its payment arrived late. */
export const retakeSpots = async (tx: Tx, registrationId: number, at: Date): Promise<SpotChange> =>
  changeSpots(tx, registrationId, await getLevelIds(tx, registrationId), at)

/** Refunds with the type of their payment; with an amount goes the interest of its installments. */
export const refunds = (db: Db) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .select(['f.id', 'f.asked_at', 'f.done_at', 'f.request_url', 'f.receipt_url', 'f.note', 'p.type'])
    .select('f.failure_reason')
    .select([
      sql<number>`f.amount_cents + f.interest_cents`.as('amount_cents'),
      sql<RefundReason>`f.reason`.as('reason'),
      sql<RefundStatus>`f.status`.as('status'),
    ])
