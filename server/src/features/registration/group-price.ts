import { formatCents } from '#contract/money.ts'
import { auditAll } from '#server/lib/audit.ts'
import type { Tx } from '#server/lib/db.ts'
import { type GroupPriced, hasGroupPrice, singlePrice } from './domain/group-price.ts'
import { listGroupPriced, updateGroupPrices } from './queries/group-price.ts'

interface By {
  at: Date
  actorUserId: number | null
  ip: string
}

type Priced = GroupPriced & { event_id: number }

/** Stores the prices that differ from those before. The caller has locked the registrations. */
export async function changeGroupPrices(
  tx: Tx,
  before: readonly Priced[],
  prices: readonly Priced[],
  { at, actorUserId, ip }: By,
): Promise<void> {
  const changes = prices.flatMap((price) => {
    const old = before.find(({ id }) => id === price.id)
    return old && wordsOf(old) !== wordsOf(price) ? [{ old, price }] : []
  })
  if (changes.length === 0) return
  await updateGroupPrices(
    tx,
    changes.map(({ price: { id, discount_cents, total_cents, price_lines } }) => ({
      id,
      discount_cents,
      total_cents,
      price_lines,
    })),
    at,
  )
  await auditAll(
    tx,
    changes.map(({ old, price }) => ({
      at,
      actorUserId,
      action: 'registration.group_priced',
      entityId: price.id,
      eventId: price.event_id,
      before: { Valor: formatCents(old.total_cents) },
      after: { Valor: formatCents(price.total_cents) },
      ip,
    })),
  )
}

const wordsOf = ({ price_lines }: Priced) =>
  JSON.stringify(price_lines.map(({ label, amount_cents }) => [label, amount_cents]))

/** Gives unpaid registrations their single prices again. Returns the ids of those whose price changed. */
export async function endGroupPrices(tx: Tx, ids: readonly number[], by: By): Promise<number[]> {
  const rows = await listGroupPriced(tx, ids)
  const ended = rows.filter(({ is_repriced, price_lines }) => is_repriced && hasGroupPrice(price_lines))
  await changeGroupPrices(tx, ended, ended.map(singlePrice), by)
  return ended.map(({ id }) => id)
}
