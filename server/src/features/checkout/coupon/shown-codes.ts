import type { Db } from '#server/lib/db.ts'
import type { Limit } from '#server/lib/rate-limit.ts'

/** How long a code that was shown is remembered: longer than the wizard keeps its draft. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

/** Wrong codes, of one account for one event, whichever route they come by; right ones are given back. Codes are short: nobody may try them out. */
export const GUESSES: Limit = {
  name: 'coupon-guess',
  points: 30,
  perSeconds: 3_600,
  message: 'Muitos códigos de cupom incorretos. Aguarde um pouco e tente de novo, ou siga sem o cupom.',
}

export const guesserOf = (userId: number, eventId: number): string => `${userId}:${eventId}`

interface Showing {
  userId: number
  coupon: { id: number; code: string }
  at: Date
}

/** From now on the account may order with this coupon's id alone. */
export const rememberCode = (db: Db, { userId, coupon, at }: Showing) =>
  db
    .insertInto('shown_coupons')
    .values({ user_id: userId, coupon_id: coupon.id, code: coupon.code, shown_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'coupon_id']).doUpdateSet({ code: coupon.code, shown_at: at }),
    )
    .execute()

/** The code this account has shown of a coupon; null when it has not, or there is no such coupon. */
export async function findShownCode(
  db: Db,
  { userId, couponId, now }: { userId: number; couponId: number; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('shown_coupons')
    .where('user_id', '=', userId)
    .where('coupon_id', '=', couponId)
    .where('shown_at', '>', new Date(now.getTime() - REMEMBERED_MS))
    .select('code')
    .executeTakeFirst()
  return row?.code ?? null
}

export const forgetOldCodes = (db: Db, now: Date) =>
  db
    .deleteFrom('shown_coupons')
    .where('shown_at', '<=', new Date(now.getTime() - REMEMBERED_MS))
    .executeTakeFirst()
