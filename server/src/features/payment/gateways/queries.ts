import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import type { CustomerStore } from './asaas/client.ts'

export async function countCall(
  db: Db,
  { provider, at, most }: { provider: string; at: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ is_counted: boolean }>`
    select count_gateway_call(${provider}, ${at}, ${most}) as is_counted`.execute(db)
  return rows[0]?.is_counted ?? false
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

/** The gateway's ids of payers: one per account, replaced when the account's data change. */
export const customerStore = (db: Db, provider: string): CustomerStore => ({
  async find(userId, dataHash) {
    const row = await db
      .selectFrom('gateway_customers')
      .where('provider', '=', provider)
      .where('user_id', '=', userId)
      .where('data_hash', '=', dataHash)
      .select('customer_id')
      .executeTakeFirst()
    return row?.customer_id ?? null
  },
  async save(userId, dataHash, customerId) {
    await db
      .insertInto('gateway_customers')
      .values({ provider, user_id: userId, data_hash: dataHash, customer_id: customerId })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'user_id'])
          .doUpdateSet({ data_hash: dataHash, customer_id: customerId }),
      )
      .execute()
  },
})
