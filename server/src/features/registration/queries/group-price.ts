import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import { code, paidStatuses } from '#server/lib/sql-codes.ts'
import type { GroupPriced } from '../domain/group-price.ts'
import type { StoredLine } from '../domain/price-lines.ts'

/** SQL: what the price of registration `r` in a group follows from. A group changes no price that was paid. */
export const groupPriceColumns = [
  sql<number>`r.value_cents`.as('value_cents'),
  sql<number>`r.discount_cents`.as('discount_cents'),
  sql<number>`r.total_cents`.as('total_cents'),
  sql<StoredLine[]>`r.price_lines`.as('price_lines'),
  sql<boolean>`coalesce((select stackable from right_rules where id = r.right_rule_id), false)`.as(
    'is_stackable',
  ),
  sql<number>`(select paid_cents from amount_paid(r.id))`.as('paid_cents'),
  sql<boolean>`r.status = ${code.registration.pending} and not exists (
    select from payment_items i join payments p on p.id = i.payment_id
    where i.registration_id = r.id and p.status in (${paidStatuses}, ${code.payment.reversed})
  )`.as('is_repriced'),
] as const

export const listGroupPriced = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('registrations as r')
    .where('r.id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('r.id')
    .select(['r.id', 'r.event_id'])
    .select(groupPriceColumns)
    .execute()

type Price = Pick<GroupPriced, 'id' | 'discount_cents' | 'total_cents' | 'price_lines'>

/** The caller has locked the registrations. */
export async function updateGroupPrices(tx: Tx, prices: readonly Price[], at: Date): Promise<void> {
  await sql`
    update registrations r set discount_cents = n.discount_cents, total_cents = n.total_cents,
      price_lines = n.price_lines, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      n (id bigint, discount_cents int, total_cents int, price_lines jsonb)
    where r.id = n.id`.execute(tx)
}
