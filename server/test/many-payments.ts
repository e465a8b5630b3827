import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import { at, type TestEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'

interface ManyOptions {
  count: number
  /** The due date of all payments. */
  dueOn: string
  /** Gives each payment the id of a charge that the sandbox gateway does not know. */
  isCharged: boolean
  createdAt: Date
  /** Default: the sandbox. */
  provider?: string
}

/**
 * Creates an order as the checkout writes it and `count` copies of it in a few statements, all pending.
 * Returns the ids of the payments.
 */
export async function manyPayments(
  db: Db,
  event: TestEvent,
  { count, dueOn, isCharged, createdAt, provider = 'sandbox' }: ManyOptions,
): Promise<number[]> {
  const pattern = await createOrder(db, event, { payment: { dueOn, provider }, createdAt })
  const { id: registrationId, paymentId, heldLevelIds } = at(pattern.registrations, 0)
  const orderIds = await copy(db, 'orders', pattern.id, count, { idempotency_key: `gen_random_uuid()::text` })
  // Eleven digits, unique within the event.
  const registrationIds = await copy(db, 'registrations', registrationId, count, {
    order_id: `(array[${orderIds}])[n]`,
    cpf: `lpad((90000000000 + ${registrationId}::bigint * 100000 + n)::text, 11, '0')`,
  })
  const paymentIds = await copy(db, 'payments', paymentId ?? 0, count, {
    external_reference: `gen_random_uuid()::text`,
    token: `gen_random_uuid()::text`,
    charge_id: isCharged ? `'cob_' || (array[${registrationIds}])[n]` : 'null',
  })
  await sql`
    insert into payment_items (payment_id, registration_id, amount_cents)
    select p.id, r.id, p.amount_cents
    from unnest(${paymentIds}::bigint[], ${registrationIds}::bigint[]) as pair (payment_id, registration_id)
    join payments p on p.id = pair.payment_id join registrations r on r.id = pair.registration_id`.execute(db)
  await sql`
    insert into payment_events (payment_id, at, kind, to_status, applied, source)
    select id, created_at, 'created', 0, true, 'system' from payments where id = any (${paymentIds}::bigint[])`.execute(
    db,
  )
  await sql`update stock_levels set held = held + ${count} where id = any (${heldLevelIds}::bigint[])`.execute(
    db,
  )
  // Without it, statements run before autovacuum's first visit are planned for an empty table.
  await sql`analyze orders, registrations, payments, payment_items`.execute(db)
  return paymentIds
}

/** Copies the row with this id `count` times, with the SQL expressions of `changes` (`n` counts from 1). */
async function copy(
  db: Db,
  table: string,
  id: number,
  count: number,
  changes: Record<string, string>,
): Promise<number[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`.execute(
    db,
  )
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => changes[name] ?? `pattern.${name}`)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.raw(table)} (${sql.raw(names.join(', '))})
    select ${sql.raw(values.join(', '))}
    from ${sql.raw(table)} pattern, generate_series(1, ${count}) n where pattern.id = ${id} order by n
    returning id`.execute(db)
  return rows.map((row) => row.id)
}
