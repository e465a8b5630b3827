import { sql } from 'kysely'
import { batched } from '#server/lib/batch-loader.ts'
import type { Db } from '#server/lib/db.ts'
import type { CustomerStore } from './asaas/client.ts'

/** Counts as many of these calls as `most` allows; returns their number. */
export async function countCalls(
  db: Db,
  { provider, at, most, calls }: { provider: string; at: Date; most: number; calls: number },
): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count_gateway_calls(${provider}, ${at}, ${most}, ${calls}) as counted`.execute(db)
  return rows[0]?.counted ?? 0
}

export async function pauseCalls(
  db: Db,
  { provider, at, until }: { provider: string; at: Date; until: Date },
): Promise<void> {
  await sql`
    insert into gateway_calls as counted (provider, hour, paused_until)
    values (${provider}, date_trunc('hour', ${at}::timestamptz), ${until})
    on conflict (provider, hour) do update set paused_until = greatest(counted.paused_until, excluded.paused_until)`.execute(
    db,
  )
}

export async function recordRejectedKey(
  db: Db,
  { provider, at }: { provider: string; at: Date },
): Promise<void> {
  await sql`
    insert into gateway_calls (provider, hour, key_rejected_at)
    values (${provider}, date_trunc('hour', ${at}::timestamptz), ${at})
    on conflict (provider, hour) do update set key_rejected_at = excluded.key_rejected_at`.execute(db)
}

interface Customer {
  userId: number
  dataHash: string
}

/** The gateway's ids of payers: one per account, replaced when the account's data change. */
export const customerStore = (db: Db, provider: string): CustomerStore => ({
  find: batched(async (customers: Customer[]) => {
    const { rows } = await sql<{ customer_id: string | null }>`
      select stored.customer_id
      from ${table(customers)} left join lateral (
        select customer_id from gateway_customers
        where (provider, user_id, data_hash) = (${provider}, given.user_id, given.data_hash)
        limit 1
      ) stored on true
      order by given.n`.execute(db)
    return rows.map((row) => row.customer_id)
  }),
  save: batched(
    async (customers: (Customer & { customerId: string })[]) => {
      await sql`
        insert into gateway_customers (provider, user_id, data_hash, customer_id)
        select distinct on (user_id) ${provider}, user_id, data_hash, customer_id
        from ${table(customers)} order by user_id, n desc
        on conflict (provider, user_id) do update
          set data_hash = excluded.data_hash, customer_id = excluded.customer_id`.execute(db)
      return customers.map(() => undefined)
    },
    { gathers: true },
  ),
})

/** SQL: a table `given` with these rows in order. */
const table = (customers: readonly (Customer & { customerId?: string })[]) => sql`unnest(
  ${customers.map(({ userId }) => userId)}::bigint[], ${customers.map(({ dataHash }) => dataHash)}::text[],
  ${customers.map(({ customerId = null }) => customerId)}::text[]
) with ordinality given (user_id, data_hash, customer_id, n)`
