import { hasGroupPrice } from '#server/features/registration/domain/group-price.ts'
import { endGroupPrices } from '#server/features/registration/group-price.ts'
import type { Tx } from '#server/lib/db.ts'
import { lockPayableRegistrations } from './queries.ts'

type Payable = Awaited<ReturnType<typeof lockPayableRegistrations>>[number]

/** A runner who pays alone pays the single price: only the captain pays the group price. */
export async function lockAtTheirPrice(
  tx: Tx,
  ids: readonly number[],
  userId: number,
  by: Parameters<typeof endGroupPrices>[2],
): Promise<Payable[]> {
  const registrations = await lockPayableRegistrations(tx, ids, userId)
  const alone = registrations.filter((one) => !one.is_captained && hasGroupPrice(one.price_lines))
  if (alone.length === 0) return registrations
  await endGroupPrices(
    tx,
    alone.map(({ id }) => id),
    by,
  )
  return lockPayableRegistrations(tx, ids, userId)
}
