import { MAX_PEOPLE_ON_LIST } from '#contract/event-management/coupon-uses.ts'
import { countWords } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { type CouponChange, lockCoupon, note } from './change-codes.ts'
import { parsePeople } from './parse-people.ts'
import { countPeople, deletePeople, insertPeople } from './queries.ts'

/** Adds everybody, or nobody if a line is wrong. Throws 404, and 422 that names the lines. */
export async function addPeople(deps: Pick<Deps, 'db' | 'clock'>, change: CouponChange & { list: string }) {
  const { people, problems } = parsePeople(change.list)
  if (problems.length > 0) throw new AppError('validation', { errors: { list: problems } })
  return transaction(deps.db, async (tx) => {
    const coupon = await lockCoupon(tx, change)
    const added = await insertPeople(tx, coupon.id, people)
    const counts = await countPeople(tx, coupon.id)
    if (counts.cpfs + counts.emails > MAX_PEOPLE_ON_LIST)
      throw invalidField('list', `A lista pode ter até ${countWords(MAX_PEOPLE_ON_LIST)} pessoas.`)
    const at = deps.clock.now()
    if (added > 0) await note(tx, change, { at, action: 'event.coupon_people_added', coupon, count: added })
    return { added, ...counts }
  })
}

export const clearPeople = (deps: Pick<Deps, 'db' | 'clock'>, change: CouponChange): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const coupon = await lockCoupon(tx, change)
    const count = await deletePeople(tx, coupon.id)
    const at = deps.clock.now()
    if (count > 0) await note(tx, change, { at, action: 'event.coupon_people_removed', coupon, count })
  })
