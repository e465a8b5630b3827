import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { StoredLine } from '../domain/price-lines.ts'
import { type GrantedRight, type SpotChange, type StoredChoice, updateChoice } from '../queries.ts'

export type EndReason = 'expired' | 'withdrawn' | 'replaced'

const ofOpenChange = (column: 'total_cents' | 'fee_cents' | 'price_lines') =>
  sql`(select ${sql.ref(column)} from registration_changes where registration_id = r.id and state = 'open')`

/** SQL: whether registration `r` has an open change. */
export const isChanging = sql<boolean>`exists (
  select from registration_changes where registration_id = r.id and state = 'open'
)`.as('is_changing')

/** SQL: the price that registration `r` is charged: of its open change, if there is one. */
export const chargedTotal = sql<number>`coalesce(${ofOpenChange('total_cents')}, r.total_cents)`
/** SQL: the platform's fee in that price. */
export const chargedFee = sql<number>`coalesce(${ofOpenChange('fee_cents')}, r.fee_cents)`
/** SQL: its lines. */
export const chargedLines = sql<StoredLine[]>`coalesce(${ofOpenChange('price_lines')}, r.price_lines)`.as(
  'price_lines',
)

export interface ListedChange {
  state: 'open' | 'applied'
  at: string
  modality: string
  category: string
  product: string
  shirt_size: string | null
  total_cents: number
  price_lines: StoredLine[]
}

/** SQL: the open and the applied changes of registration `r` in names, latest first, in JSON. */
export const changeList = sql<ListedChange[]>`(
  select coalesce(json_agg(json_build_object('state', x.state, 'at', coalesce(x.ended_at, x.created_at),
    'modality', m.name, 'category', c.name, 'product', k.name, 'shirt_size', s.name,
    'total_cents', x.total_cents, 'price_lines', x.price_lines) order by x.id desc), '[]')
  from registration_changes x
    join modalities m on m.id = x.modality_id
    join categories c on c.id = x.category_id
    join kits k on k.id = x.kit_id
    left join shirt_sizes s on s.id = x.shirt_size_id
  where x.registration_id = r.id and x.state <> 'ended'
)`.as('listed_changes')

interface NewChange {
  registrationId: number
  choice: StoredChoice
  granted: GrantedRight | null
  fromLevelIds: readonly number[]
  levelIds: readonly number[]
  /** Empty: applied already. */
  heldLevelIds: readonly number[]
  isApplied: boolean
  at: Date
}

/** Returns its id. */
export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const { registrationId, choice, granted, fromLevelIds, levelIds, heldLevelIds, isApplied, at } = change
  const { id } = await tx
    .insertInto('registration_changes')
    .values({
      registration_id: registrationId,
      state: isApplied ? 'applied' : 'open',
      modality_id: choice.modality_id,
      category_id: choice.category_id,
      kit_id: choice.kit_id,
      shirt_size_id: choice.shirt_size_id,
      tier_id: choice.tier_id,
      coupon_id: choice.coupon_id,
      coupon_code_id: choice.coupon_code_id,
      right_rule_id: choice.right_rule_id,
      value_cents: choice.value_cents,
      discount_cents: choice.discount_cents,
      fee_cents: choice.fee_cents,
      total_cents: choice.total_cents,
      price_lines: JSON.stringify(choice.price_lines),
      granted: granted && JSON.stringify(granted),
      from_level_ids: [...fromLevelIds],
      level_ids: [...levelIds],
      held_level_ids: [...heldLevelIds],
      created_at: at,
      ended_at: isApplied ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes the additional units of an open change. The caller has locked the event and the registration. */
export async function holdChange(
  tx: Tx,
  registrationId: number,
  levelIds: readonly number[],
  at: Date,
): Promise<{ outcome: 'held'; extraIds: number[] } | Extract<SpotChange, { outcome: 'sold_out' }>> {
  const { rows } = await sql<{ outcome: string; level_id: number | null; extra_ids: number[] }>`
    select outcome, level_id, extra_ids
    from hold_change(${registrationId}, ${levelIds}::bigint[], ${at}::timestamptz)`.execute(tx)
  const [row] = rows
  return row?.outcome === 'held'
    ? { outcome: 'held', extraIds: row.extra_ids }
    : { outcome: 'sold_out', levelId: Number(row?.level_id) }
}

const changes = (db: Db, registrationId: number) =>
  db
    .selectFrom('registration_changes')
    .where('registration_id', '=', registrationId)
    .orderBy('id', 'desc')
    .select(['id', 'state', 'end_reason', 'from_level_ids', 'level_ids'])
    .select(['modality_id', 'category_id', 'kit_id', 'shirt_size_id', 'tier_id', 'coupon_id'])
    .select(['coupon_code_id', 'right_rule_id', 'value_cents', 'discount_cents', 'fee_cents', 'total_cents'])
    .select([
      sql<StoredLine[]>`price_lines`.as('price_lines'),
      sql<GrantedRight | null>`granted`.as('granted'),
    ])

type Change = Awaited<ReturnType<typeof findLastChange>> & {}

export const findLastChange = (db: Db, registrationId: number) =>
  changes(db, registrationId).limit(1).executeTakeFirst()

export const findOpenChange = (db: Db, registrationId: number) =>
  changes(db, registrationId).where('state', '=', 'open').executeTakeFirst()

export async function findTierLevel(tx: Tx, tierId: number | null): Promise<number | null> {
  const tier = await tx
    .selectFrom('kit_tiers')
    .where('id', '=', tierId)
    .select('stock_level_id')
    .executeTakeFirst()
  return tier?.stock_level_id ?? null
}

/** Which of the registrations have an open change. */
export async function listChanging(tx: Tx, registrationIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('registration_changes')
    .where('registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .where('state', '=', 'open')
    .select('registration_id')
    .execute()
  return new Set(rows.map((row) => row.registration_id))
}

/** Applies an open change: the registration takes its stock, choice and price. The caller has locked it. */
export async function applyChange(tx: Tx, registrationId: number, change: Change, at: Date): Promise<void> {
  await sql`select apply_change(${change.id}, ${at}::timestamptz)`.execute(tx)
  await takeChoice(tx, registrationId, change, at)
}

/** As `applyChange`, for one that ended and whose stock was taken again. */
export async function applyEndedChange(
  tx: Tx,
  registrationId: number,
  change: Change,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('registration_changes')
    .where('id', '=', change.id)
    .set({ state: 'applied', end_reason: null, ended_at: at })
    .execute()
  await takeChoice(tx, registrationId, change, at)
}

function takeChoice(tx: Tx, registrationId: number, change: Change, at: Date): Promise<void> {
  const {
    id: _id,
    state: _state,
    end_reason: _reason,
    from_level_ids: _from,
    level_ids: _levels,
    granted,
    ...choice
  } = change
  // Only choices that fit the runner can be made.
  return updateChoice(tx, registrationId, { ...choice, ineligible_reason: null }, granted, at)
}

/** Ends open changes and releases their stock. The caller has locked the registrations. */
export async function endChanges(
  tx: Tx,
  registrationIds: readonly number[],
  reason: EndReason,
  at: Date,
): Promise<void> {
  if (registrationIds.length === 0) return
  await sql`select end_changes(${registrationIds}::bigint[], ${reason}, ${at}::timestamptz)`.execute(tx)
}
