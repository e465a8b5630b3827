import type { NotNull } from 'kysely'
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

/** `code` must be in capitals, as it is stored. */
export const findCoupon = (db: Db, eventId: number, code: string) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('stock_levels as l', 'l.id', 'c.stock_level_id')
    .where('c.event_id', '=', eventId)
    .where('c.code', '=', code)
    .where('c.value', 'is not', null)
    .select(['c.id', 'c.code', 'c.type', 'c.value', 'c.status', 'c.starts_on', 'c.ends_on'])
    .select(COUPON_CONDITIONS)
    .$narrowType<{ value: NotNull }>()
    .select(['l.capacity', 'l.held'])
    .executeTakeFirst()

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
