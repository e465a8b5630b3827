import type { Db } from '#server/lib/db.ts'
import { type CouponUse, NO_COUPON_USE } from '../domain/ordered-coupon.ts'
import type { Buyer } from '../domain/people.ts'
import type { OrderInput } from '../domain/plan-order.ts'
import type { SalesSnapshot } from '../domain/sales-snapshot.ts'
import { addCouponAccount, findCouponUse } from './queries.ts'

interface Order {
  snapshot: SalesSnapshot
  input: OrderInput
  userId: number
  buyer: Buyer
  codes: ReadonlySet<string>
}

/** Reads nothing unless the coupon of the order has codes, a list or a limit for each account. */
export async function readCouponUse(
  db: Db,
  { snapshot, input, userId, buyer, codes }: Order,
): Promise<CouponUse> {
  const coupon = snapshot.coupons.find(({ id }) => id === input.discount_coupon_id)
  if (!coupon || !(coupon.single_use || coupon.for_list || coupon.max_per_person !== null))
    return NO_COUPON_USE
  const typed = input.discount_coupon_code
  const found = await findCouponUse(db, {
    couponId: coupon.id,
    userId,
    codes: typed ? [typed, ...codes] : [...codes],
    cpfs: [buyer.cpf, ...input.participants.map(({ cpf }) => cpf)].filter((cpf) => cpf !== null),
  })
  if (!found) return NO_COUPON_USE
  const { code_id, code, code_level_id, account_level_id, listed, is_buyer_listed } = found
  const isKnown = coupon.single_use ? code !== null : codes.has(coupon.code)
  return {
    code:
      code_id === null || code === null || code_level_id === null
        ? null
        : { id: code_id, code, levelId: code_level_id },
    accountLevelId:
      coupon.max_per_person === null || !isKnown
        ? null
        : (account_level_id ?? (await addCouponAccount(db, coupon.id, userId)) ?? null),
    listed: new Set(is_buyer_listed && buyer.cpf ? [...listed, buyer.cpf] : listed),
  }
}
