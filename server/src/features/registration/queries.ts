// Over 250 lines: every write of a registration's status, spots and price, and what they read.

import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { CancellationTier } from '#contract/registration/cancellation.ts'
import {
  type CancelReason,
  registrationCancelled,
  registrationConfirmed,
} from '#server/features/outbox/domain-events.ts'
import type { Tx } from '#server/lib/db.ts'
import { publish } from '#server/lib/outbox.ts'
import { code, paidStatuses } from '#server/lib/sql-codes.ts'
import type { StoredGuardian } from './domain/guardian.ts'
import type { StoredLine } from './domain/price-lines.ts'

interface EffectivePayment {
  payment_id: number | null
  status: number | null
  type: PaymentType | null
  amount_cents: number | null
  token: string | null
  paid_at: Date | null
}

/** SQL: the payment that determines the status of registration `r` (docs/algorithms/participants.md). */
export const effectivePayment = sql<EffectivePayment>`effective_payment(r.id)`.as<'p'>(sql`p`)

/** SQL: the refunds of item `i` of a payment, for a lateral join as `refunds`. */
export const itemRefunds = sql<{
  refunded_cents: number
  by_gateway_cents: number
  withheld_cents: number
}>`item_refunds(i.payment_id, i.registration_id)`.as<'refunds'>(sql`refunds`)

/**
 * SQL: what item `i` pays for its registration; needs `itemRefunds`. Refunds made directly at the gateway are
 * not subtracted, because they are not charged again.
 */
export const itemShare = sql<number>`(i.amount_cents - refunds.refunded_cents + refunds.by_gateway_cents)`

/** SQL: names of what registration `r` chose. Planning joins would take longer than these subqueries. */
export const chosenNames = [
  sql<string>`(select name from modalities where id = r.modality_id)`.as('modality_name'),
  sql<string>`(select name from categories where id = r.category_id)`.as('category_name'),
  sql<string>`(select name from kits where id = r.kit_id)`.as('kit_name'),
  sql<string | null>`(select name from shirt_sizes where id = r.shirt_size_id)`.as('size_name'),
] as const

/** SQL: the name of the group of registration `r`; null: none. */
export const groupName = sql<string | null>`(
  select g.name from group_members w join groups g on g.id = w.group_id where w.registration_id = r.id
)`.as('group_name')

/** SQL: the stored lines of the price of registration `r`. */
export const priceLines = sql<StoredLine[]>`r.price_lines`.as('price_lines')

/** SQL: what payments earlier than `p` paid for registration `r`; disputed ones count, as in `paidCents`. */
export const paidBefore = sql<number>`(
  select coalesce(sum(${itemShare}), 0)::int
  from payment_items i join payments earlier on earlier.id = i.payment_id
    cross join lateral item_refunds(i.payment_id, i.registration_id) refunds
  where i.registration_id = r.id and earlier.id < p.id and earlier.duplicate_of is null
    and earlier.status in (${paidStatuses}, ${code.payment.reversed})
)`.as('paid_before_cents')

/** SQL: the amount refunded, or to be refunded, because registration `r` was moved to a cheaper choice. */
export const creditCents = sql<number>`(
  select coalesce(sum(amount_cents), 0)::int from refunds f
  where f.registration_id = r.id and f.reason = 'exchange' and f.status <> 'refused'
)`.as('credit_cents')

/** SQL: the confirmation of registration `r` by its participant, in JSON; null: it needs none. */
export const confirmation = sql<{ confirmed_at: string | null; reminders: number } | null>`(
  select json_build_object('confirmed_at', f.confirmed_at, 'reminders', f.reminders)
  from confirmations f where f.registration_id = r.id
)`.as('confirmation')

/** SQL: the signatures for the minor of registration `r`, in JSON; null: it needs none. */
export const guardian = sql<StoredGuardian | null>`(
  select json_build_object('due_at', g.due_at, 'refused_at', g.refused_at, 'missing', missing.roles,
    'is_own', (select u.cpf = r.cpf from users u where u.id = r.responsible_user_id), 'signatures', signed.list)
  from guardian_requests g cross join missing_signatures(r.id) missing (roles)
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'role', s.role, 'name', s.name, 'relationship', s.relationship, 'signed_at', s.signed_at
    ) order by s.role), '[]') as list from guardian_signatures s where s.registration_id = r.id
  ) signed
  where g.registration_id = r.id
    and (cardinality(missing.roles) > 0 or g.refused_at is not null or json_array_length(signed.list) > 0)
)`.as('guardian')

/** SQL: the code with which registration `r` got its coupon. */
export const usedCode = sql<string | null>`coalesce(
  (select code from coupon_codes where id = r.coupon_code_id), (select code from coupons where id = r.coupon_id)
)`

/** What a registration with a coupon keeps when its kit changes. */
export interface KeptCoupon {
  coupon_code: string | null
  /** Null when the registration holds no unit of it. */
  code_level_id: number | null
  account_level_id: number | null
}

/** SQL: the level of this kind of which registration `r` holds a unit. */
export const heldLevel = (kind: 'coupon_code' | 'coupon_person') =>
  sql<number | null>`(select id from stock_levels where id = any (r.held_level_ids) and kind = ${kind})`

/** SQL: what cancelling registration `r` would refund; 0 while a payment is disputed. */
export const refundableCents = sql<number>`(
  select case when exists (
    select from payment_items i join payments p on p.id = i.payment_id where i.registration_id = r.id and p.status = ${code.payment.reversed}
  ) then 0 else paid_cents end from amount_paid(r.id)
)`.as('refundable_cents')

/** SQL: whether the runner of registration `r` has requested a cancellation that is not decided yet. */
export const isCancellationRequested = sql<boolean>`exists (
  select from refunds f where f.registration_id = r.id and f.status = 'requested' and f.reason = 'policy'
)`.as('is_cancellation_requested')

/** SQL: the place of registration `r` was returned, and its money waits for somebody who buys it. */
export const isReturned = sql<boolean>`exists (
  select from refund_choices h where h.registration_id = r.id and h.kind = 'returned' and h.choice is null
)`.as('is_returned')

/** SQL: registration `r` was paid, or money goes back for it. */
export const hasMovedMoney = sql<boolean>`(exists (
  select from payment_items i join payments p on p.id = i.payment_id
  where i.registration_id = r.id and p.status in (${paidStatuses}, ${code.payment.reversed})
) or exists (select from refunds f where f.registration_id = r.id and f.status <> 'refused'))`

/** SQL: what `undoOffer` needs of registration `r` of event `e`, besides the event's days. */
export const undoColumns = [
  sql<string | null>`r.cancel_reason`.as('cancel_reason'),
  sql<Date | null>`r.cancelled_at`.as('cancelled_at'),
  sql<number>`e.status`.as('event_status'),
  // Computed only for cancellations by a runner, because lists read it for every registration.
  sql<boolean>`coalesce(r.cancel_reason = 'participant' and ${hasMovedMoney}, false)`.as('has_moved_money'),
] as const

/** SQL: the rules whose discount staff refused to registration `r`. */
export const rejectedRights = sql<number[]>`array(
  select x.right_rule_id from right_claims x where x.registration_id = r.id and x.status = 'rejected'
)`.as('rejected_right_ids')

/** SQL: what `refundTermsOf` needs of registration `r` of event `e`. */
export const cancellationColumns = [
  sql<CancellationTier[]>`r.cancellation_tiers`.as('cancellation_tiers'),
  sql<number>`(
    select coalesce(sum((line ->> 'amount_cents')::int), 0)::int
    from jsonb_array_elements(r.price_lines) line where line ->> 'kind' = 'fee'
  )`.as('added_fee_cents'),
  sql<boolean>`e.approves_cancellations`.as('approves_cancellations'),
  isCancellationRequested,
  isReturned,
  rejectedRights,
] as const

/** SQL: whether registration `r` has a payment. One that became free has none, whatever it had before. */
export const hasPayment = sql<boolean>`exists (select from effective_payment(r.id))`.as('has_payment')

/** SQL: the payment types that event `e` accepts. */
export const takenTypes = sql<
  PaymentType[]
>`array(select type from payment_methods w where w.event_id = e.id and w.status = ${code.item.active} order by type)`.as(
  'payment_types',
)

/**
 * Returns the levels in the order from the event to the coupon, without a tier: what was paid in time or not,
 * the registration keeps the price of its tier, which may have ended.
 */
export async function getLevelIds(tx: Tx, registrationId: number): Promise<number[]> {
  const row = await tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .innerJoin('kits as k', 'k.id', 'r.kit_id')
    .leftJoin('shirt_sizes as s', 's.id', 'r.shirt_size_id')
    .leftJoin('right_rules as x', 'x.id', 'r.right_rule_id')
    .leftJoin('coupons as p', 'p.id', 'r.coupon_id')
    .leftJoin('coupon_codes as o', 'o.id', 'r.coupon_code_id')
    .leftJoin('coupon_accounts as a', (join) =>
      join.onRef('a.coupon_id', '=', 'r.coupon_id').onRef('a.user_id', '=', 'r.responsible_user_id'),
    )
    .where('r.id', '=', registrationId)
    .select(
      sql<number[]>`array_remove(array[e.stock_level_id, m.stock_level_id, c.stock_level_id, k.stock_level_id,
        s.stock_level_id, x.stock_level_id, p.stock_level_id, o.stock_level_id, a.stock_level_id], null)`.as(
        'level_ids',
      ),
    )
    .executeTakeFirstOrThrow()
  return row.level_ids
}

/** Sets Pendente registrations to Confirmado and publishes it. The caller holds their locks. */
export async function confirmRegistrations(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const confirmed = await tx
    .updateTable('registrations')
    .set({ status: REGISTRATION_STATUS.confirmed, confirmed_at: at, updated_at: at })
    .where('id', 'in', ids)
    .where('status', '=', REGISTRATION_STATUS.pending)
    .returning('id as registrationId')
    .execute()
  await publish(tx, registrationConfirmed, confirmed, at)
}

/** Reopens registrations whose manual receipt was undone; they keep their spots. */
export async function reopenRegistrations(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('registrations')
    .set({ status: REGISTRATION_STATUS.pending, confirmed_at: null, updated_at: at })
    .where('id', 'in', ids)
    .where('status', '=', REGISTRATION_STATUS.confirmed)
    .execute()
}

/** Returns the ids that were not cancelled yet. The caller locks them with `lockPaymentsOf` first. */
export async function releaseRegistrations(
  tx: Tx,
  ids: readonly number[],
  reason: CancelReason,
  at: Date,
  { byPerson = false } = {},
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from release_spots(${ids}::bigint[], ${reason}, ${at}::timestamptz) id`.execute(tx)
  const released = rows.map((row) => row.id)
  await publish(
    tx,
    registrationCancelled,
    released.map((registrationId) => ({ registrationId, reason, byPerson })),
    at,
  )
  return released
}

export type SpotChange =
  | { outcome: 'changed' }
  | { outcome: 'sold_out'; levelId: number }
  | { outcome: 'already_registered' | 'event_cancelled' }

/** A cancelled registration becomes Pendente again. The caller locks it with `lockPaymentsOf` first. */
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

export async function getLevelKind(tx: Tx, levelId: number): Promise<string> {
  const { kind } = await tx
    .selectFrom('stock_levels')
    .where('id', '=', levelId)
    .select('kind')
    .executeTakeFirstOrThrow()
  return kind
}

export interface StoredChoice {
  modality_id: number
  category_id: number
  kit_id: number
  shirt_size_id: number | null
  tier_id: number | null
  coupon_id: number | null
  right_rule_id: number | null
  coupon_code_id: number | null
  value_cents: number
  discount_cents: number
  fee_cents: number
  total_cents: number
  price_lines: StoredLine[]
}

export interface RegisteredRunner {
  name: string
  birth_on: IsoDate
  sex: number
}

/** SQL: keeps who was registered when name or birth date are corrected. */
export const asRegistered = {
  registered_name: sql<string>`coalesce(registered_name, name)`,
  registered_birth_on: sql<IsoDate>`coalesce(registered_birth_on, birth_on)`,
} as const

/** Why a registration does not meet the rules about sex and age; null: it does. */
interface Eligibility {
  ineligible_reason: string | null
}

/** A right that a price includes, as its claim stores it. */
export interface GrantedRight {
  ruleId: number
  version: number
  isCompanion: boolean
  discountCents: number
  status: 'granted' | 'awaiting_proof' | 'in_review' | 'approved'
  proofDueOn: IsoDate | null
  proofPath: string | null
}

/**
 * A registration has at most one claim that is not rejected. A claim of the same rule keeps its declaration, proof
 * and review.
 */
async function upsertClaim(tx: Tx, registrationId: number, right: GrantedRight, at: Date): Promise<void> {
  await tx
    .deleteFrom('right_claims')
    .where('registration_id', '=', registrationId)
    .where('right_rule_id', '<>', right.ruleId)
    .where('status', '<>', 'rejected')
    .execute()
  await tx
    .insertInto('right_claims')
    .values({
      registration_id: registrationId,
      right_rule_id: right.ruleId,
      version: right.version,
      is_companion: right.isCompanion,
      discount_cents: right.discountCents,
      status: right.status,
      proof_due_on: right.proofDueOn,
      proof_path: right.proofPath,
      proof_sent_at: right.proofPath === null ? null : at,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['registration_id', 'right_rule_id'])
        .doUpdateSet({ discount_cents: right.discountCents }),
    )
    .execute()
}

/** The caller has locked the event and changed the spots. `right` is the one that the price includes. */
export async function updateChoice(
  tx: Tx,
  registrationId: number,
  choice: StoredChoice & Eligibility,
  right: GrantedRight | null,
  at: Date,
): Promise<void> {
  if (right) await upsertClaim(tx, registrationId, right, at)
  await tx
    .updateTable('registrations')
    .set({ ...choice, price_lines: JSON.stringify(choice.price_lines), updated_at: at })
    .where('id', '=', registrationId)
    .execute()
}

/** Takes the spots of a cancelled registration whose payment arrived late. */
export const retakeSpots = async (tx: Tx, registrationId: number, at: Date): Promise<SpotChange> =>
  changeSpots(tx, registrationId, await getLevelIds(tx, registrationId), at)
