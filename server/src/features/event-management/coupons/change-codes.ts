import { MAX_NEW_CODES } from '#contract/event-management/coupon-uses.ts'
import { countWords } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { lockEvent } from '../queries/document.ts'
import { newCode } from './new-code.ts'
import { countCodes, findCoupon, insertCodes, revokeCodes } from './queries.ts'

export interface CouponChange {
  caller: Caller
  eventId: number
  couponId: number
  ip: string
}

/** Throws 404. The lock serializes changes of what belongs to the coupon. */
export async function lockCoupon(tx: Tx, { caller, eventId, couponId }: CouponChange) {
  await lockEvent(tx, caller, eventId)
  const coupon = await findCoupon(tx, eventId, couponId)
  if (!coupon) throw new AppError('not_found', { message: 'Cupom não encontrado.' })
  return coupon
}

/** A random code that exists already is improbable, and then all are drawn again. */
const ATTEMPTS = 5

/** Returns how many codes were missing to the total. Throws 404, 422 for a coupon without single-use codes. */
export async function createCodes(
  deps: Pick<Deps, 'db' | 'clock'>,
  change: CouponChange & { total: number },
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(deps.db, (tx) => create(tx, change, deps.clock.now()))
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error, 'coupon_codes_event_id_code_key')) throw error
    }
  }
}

async function create(tx: Tx, change: CouponChange & { total: number }, at: Date): Promise<number> {
  const coupon = await lockCoupon(tx, change)
  if (!coupon.single_use)
    throw invalidField('total', 'Marque "Códigos de uso único" no cupom e salve antes de gerar.')
  const { free, used, revoked } = await countCodes(tx, coupon.id)
  const missing = change.total - (free + used + revoked)
  if (missing > MAX_NEW_CODES)
    throw invalidField('total', `Gere até ${countWords(MAX_NEW_CODES)} códigos por vez.`)
  if (missing <= 0) return 0
  const codes = new Set<string>()
  while (codes.size < missing) codes.add(newCode(coupon.code))
  await insertCodes(tx, { coupon, codes: [...codes], at })
  await note(tx, change, { at, action: 'event.coupon_codes_created', coupon, count: missing })
  return missing
}

/** Returns how many were revoked: codes in use stay. Throws 404. */
export const revokeUnusedCodes = (
  deps: Pick<Deps, 'db' | 'clock'>,
  change: CouponChange & { codeIds: readonly number[] | null },
): Promise<number> =>
  transaction(deps.db, async (tx) => {
    const coupon = await lockCoupon(tx, change)
    const count = await revokeCodes(tx, coupon.id, change.codeIds)
    if (count > 0)
      await note(tx, change, {
        at: deps.clock.now(),
        action: 'event.coupon_codes_revoked',
        coupon,
        count,
      })
    return count
  })

interface Entry {
  at: Date
  action: string
  coupon: { code: string }
  count: number
}

export const note = (
  tx: Tx,
  { caller, eventId, ip }: CouponChange,
  { at, action, coupon, count }: Entry,
): Promise<void> =>
  audit(tx, {
    at,
    actorUserId: caller.userId,
    action,
    entityId: eventId,
    after: { Cupom: coupon.code, Quantidade: String(count) },
    ip,
  })
