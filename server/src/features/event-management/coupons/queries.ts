import { sql } from 'kysely'
import type { CodeStatus } from '#contract/event-management/coupon-uses.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import type { ListedPerson } from './parse-people.ts'

export const findCoupon = (db: Db, eventId: number, couponId: number) =>
  db
    .selectFrom('coupons')
    .where('event_id', '=', eventId)
    .where('id', '=', couponId)
    .select(['id', 'event_id', 'code', 'single_use'])
    .executeTakeFirst()

export interface CodeRow {
  id: number
  code: string
  status: CodeStatus
  registration_id: number | null
  used_at: Date | null
}

/** SQL: of code `k` with level `l`. */
const status = sql<CodeStatus>`case when l.held > 0 then 'used' when l.capacity = 0 then 'revoked' else 'free' end`

/** In the order in which they were created. */
export async function listCodes(
  db: Db,
  couponId: number,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select k.id, k.code, ${status} as status, r.id as registration_id, r.created_at as used_at
    from coupon_codes k
    join stock_levels l on l.id = k.stock_level_id
    left join registrations r on r.coupon_code_id = k.id and r.status <> ${code.registration.cancelled}
    where k.coupon_id = ${couponId}
    order by k.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countCodes(db: Db, couponId: number): Promise<Record<CodeStatus, number>> {
  const { rows } = await sql<{ status: CodeStatus; count: number }>`
    select ${status} as status, count(*)::int as count
    from coupon_codes k join stock_levels l on l.id = k.stock_level_id
    where k.coupon_id = ${couponId} group by 1`.execute(db)
  return { free: 0, used: 0, revoked: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}

/** With a level for each code. Throws a unique violation for a code that the event has. */
export async function insertCodes(
  tx: Tx,
  { coupon, codes, at }: { coupon: { id: number; event_id: number }; codes: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    with wanted as materialized (
      select nextval('stock_levels_id_seq') as level_id, code from unnest(${codes}::text[]) code
    ),
    level as (
      insert into stock_levels (id, event_id, kind, capacity) overriding system value
      select level_id, ${coupon.event_id}, 'coupon_code', 1 from wanted
    )
    insert into coupon_codes (coupon_id, event_id, code, stock_level_id, created_at)
    select ${coupon.id}, ${coupon.event_id}, code, level_id, ${at} from wanted`.execute(tx)
}

/** Locks the levels in id order. Codes in use stay. Returns how many were revoked. */
export async function revokeCodes(
  tx: Tx,
  couponId: number,
  codeIds: readonly number[] | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select l.id from stock_levels l join coupon_codes k on k.stock_level_id = l.id
    where k.coupon_id = ${couponId} and (${codeIds}::bigint[] is null or k.id = any (${codeIds}::bigint[]))
    order by l.id for update of l`.execute(tx)
  const { numAffectedRows } = await sql`
    update stock_levels set capacity = 0
    where id = any (${rows.map(({ id }) => id)}::bigint[]) and held = 0 and capacity > 0`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function countPeople(db: Db, couponId: number): Promise<{ cpfs: number; emails: number }> {
  const { rows } = await sql<{ cpfs: number; emails: number }>`
    select count(*) filter (where kind = 'cpf')::int as cpfs, count(*) filter (where kind = 'email')::int as emails
    from coupon_people where coupon_id = ${couponId}`.execute(db)
  return rows[0] ?? { cpfs: 0, emails: 0 }
}

/** Returns how many were not on the list yet. */
export async function insertPeople(
  tx: Tx,
  couponId: number,
  people: readonly ListedPerson[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into coupon_people (coupon_id, kind, identity)
    select ${couponId}, kind, identity
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person (kind text, identity text)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function deletePeople(tx: Tx, couponId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('coupon_people')
    .where('coupon_id', '=', couponId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
