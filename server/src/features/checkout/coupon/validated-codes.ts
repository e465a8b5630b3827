import type { Db } from '#server/lib/db.ts'
import type { Limit } from '#server/lib/rate-limit.ts'

/** How long an account may use a code it has validated: longer than the wizard keeps its draft. */
const VALIDITY_MS = 24 * 60 * 60 * 1000

/**
 * Limits the wrong codes of one account for one event, over all routes, because codes are short enough to be guessed. A correct code
 * does not count.
 */
export const WRONG_CODES: Limit = {
  name: 'coupon-guess',
  points: 30,
  perSeconds: 3_600,
  message: 'Muitos códigos de cupom incorretos. Aguarde um pouco e tente de novo, ou siga sem o cupom.',
}

export const wrongCodesKey = (userId: number, eventId: number): string => `${userId}:${eventId}`

interface Validation {
  userId: number
  coupon: { id: number; code: string }
  at: Date
}

/** Lets the account order with this coupon's id alone, without its code. */
export const storeValidatedCode = (db: Db, { userId, coupon, at }: Validation) =>
  db
    .insertInto('shown_coupons')
    .values({ user_id: userId, coupon_id: coupon.id, code: coupon.code, shown_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'coupon_id']).doUpdateSet({ code: coupon.code, shown_at: at }),
    )
    .execute()

/** Codes validated before this must be entered again. */
export const validCodesSince = (now: Date): Date => new Date(now.getTime() - VALIDITY_MS)

export const deleteExpiredCodes = (db: Db, now: Date) =>
  db.deleteFrom('shown_coupons').where('shown_at', '<=', validCodesSince(now)).executeTakeFirst()
