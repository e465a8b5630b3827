import { type NotNull, sql } from 'kysely'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { COUPON_CONDITIONS } from '#contract/pricing/coupon-rule.ts'
import { tiersOf } from '#server/features/event/queries.ts'
import type { Db } from '#server/lib/db.ts'

export const findKitOfEvent = (db: Db, eventId: number, kitId: number) =>
  db
    .selectFrom('kits as k')
    .innerJoin('events as e', 'e.id', 'k.event_id')
    .where('k.id', '=', kitId)
    .where('k.event_id', '=', eventId)
    .where('k.status', '=', ITEM_STATUS.active)
    .where('k.value_cents', 'is not', null)
    .where('k.fee_rate', 'is not', null)
    .select(['k.id', 'k.name', 'k.value_cents', 'k.fee_type', 'k.fee_rate', 'k.is_increment', 'e.timezone'])
    .$narrowType<{ value_cents: NotNull; fee_rate: NotNull }>()
    .select((eb) => tiersOf(eb.ref('k.id')))
    .executeTakeFirst()

/**
 * By its code, or by one of its single-use codes, which is then `code`. It must be in capitals, as it is
 * stored. A revoked code is unknown.
 */
export const findCoupon = (db: Db, eventId: number, code: string) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('stock_levels as l', 'l.id', 'c.stock_level_id')
    .leftJoin('coupon_codes as k', (join) =>
      join.onRef('k.coupon_id', '=', 'c.id').on('k.event_id', '=', eventId).on('k.code', '=', code),
    )
    .leftJoin('stock_levels as kl', (join) =>
      join.onRef('kl.id', '=', 'k.stock_level_id').on('kl.capacity', '>', 0),
    )
    .where('c.event_id', '=', eventId)
    .where((eb) =>
      eb.or([
        eb.and([eb('c.code', '=', code), eb('c.single_use', '=', false)]),
        eb.and([eb('kl.id', 'is not', null), eb('c.single_use', '=', true)]),
      ]),
    )
    .where('c.value', 'is not', null)
    // A coupon's own code precedes the code of a batch.
    .orderBy('c.single_use')
    .limit(1)
    .select(['c.id', 'c.type', 'c.value', 'c.status', 'c.starts_on', 'c.ends_on'])
    .select(COUPON_CONDITIONS)
    .$narrowType<{ value: NotNull }>()
    .select(['l.capacity', 'l.held'])
    .select([
      sql<string>`coalesce(k.code, c.code)`.as('code'),
      sql<boolean>`coalesce(kl.held > 0, false)`.as('is_code_used'),
    ])
    .executeTakeFirst()

/** Counted only since the coupon limits the uses of an account. */
export async function countAccountUses(db: Db, couponId: number, userId: number): Promise<number> {
  const level = await db
    .selectFrom('coupon_accounts as a')
    .innerJoin('stock_levels as l', 'l.id', 'a.stock_level_id')
    .where('a.coupon_id', '=', couponId)
    .where('a.user_id', '=', userId)
    .select('l.held')
    .executeTakeFirst()
  return level?.held ?? 0
}

interface Wanted {
  couponId: number
  userId: number
  /** The codes that the buyer knows, the one entered now first. */
  codes: readonly string[]
  /** The CPFs of the participants. */
  cpfs: readonly string[]
}

export async function findCouponUse(db: Db, { couponId, userId, codes, cpfs }: Wanted) {
  const { rows } = await sql<{
    code_id: number | null
    code: string | null
    code_level_id: number | null
    account_level_id: number | null
    listed: string[]
    is_buyer_listed: boolean
  }>`
    select k.id as code_id, k.code, k.stock_level_id as code_level_id,
      (select stock_level_id from coupon_accounts where coupon_id = c.id and user_id = ${userId}) as account_level_id,
      array(select identity from coupon_people where coupon_id = c.id and identity = any (${cpfs}::text[])) as listed,
      exists (
        select from coupon_people p join users u on u.email = p.identity and u.email_verified_at is not null
        where p.coupon_id = c.id and u.id = ${userId}
      ) as is_buyer_listed
    from coupons c
    left join lateral (
      select code.id, code.code, code.stock_level_id from unnest(${codes}::text[]) with ordinality known (code, nth)
      join coupon_codes code on code.event_id = c.event_id and code.code = known.code and code.coupon_id = c.id
      join stock_levels l on l.id = code.stock_level_id and l.capacity > 0
      order by known.nth limit 1
    ) k on true
    where c.id = ${couponId}`.execute(db)
  return rows[0]
}

/**
 * The level of an account's uses, which is created with its first order. Locks the coupon, whose limit a save
 * may be changing. Undefined when the coupon was deleted.
 */
export async function addCouponAccount(
  db: Db,
  couponId: number,
  userId: number,
): Promise<number | undefined> {
  await sql`
    with coupon as (
      select id, event_id, max_per_person from coupons where id = ${couponId} for share
    ),
    account as (
      insert into coupon_accounts (coupon_id, user_id, stock_level_id)
      select id, ${userId}, nextval('stock_levels_id_seq') from coupon
      on conflict do nothing
      returning stock_level_id
    )
    insert into stock_levels (id, event_id, kind, capacity)
    overriding system value
    select stock_level_id, event_id, 'coupon_person', max_per_person from account, coupon`.execute(db)
  const account = await db
    .selectFrom('coupon_accounts')
    .where('coupon_id', '=', couponId)
    .where('user_id', '=', userId)
    .select('stock_level_id')
    .executeTakeFirst()
  return account?.stock_level_id
}

interface Validation {
  userId: number
  coupon: { id: number; code: string }
  at: Date
}

/** Lets the account order with this coupon's id alone, without its code. */
export const storeValidatedCode = (db: Db, { userId, coupon, at }: Validation) =>
  db
    .insertInto('validated_coupons')
    .values({ user_id: userId, coupon_id: coupon.id, code: coupon.code, validated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'coupon_id']).doUpdateSet({ code: coupon.code, validated_at: at }),
    )
    .execute()

export const deleteValidatedCodes = (db: Db, since: Date) =>
  db.deleteFrom('validated_coupons').where('validated_at', '<=', since).executeTakeFirst()

/** Deletes the lists of people for coupons of races that were before this day. */
export const deleteListedPeople = (db: Db, before: Date) =>
  sql`
    delete from coupon_people where coupon_id in (
      select c.id from coupons c join events e on e.id = c.event_id
      where c.for_list and e.event_on < (${before}::timestamptz at time zone e.timezone)::date
    )`.execute(db)
