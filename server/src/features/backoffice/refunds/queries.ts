import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { RefundStatus } from '#contract/refund.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { refundsOfAll } from '../../report/refunds/queries.ts'
import { countToLimit, limitedPage } from '../queries.ts'

interface Filter {
  /** Null: of all enterprises. */
  enterpriseId: number | null
  status?: RefundStatus | undefined
}

const filtered = (db: Db, { enterpriseId, status }: Filter) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .$if(enterpriseId !== null, (query) => query.where('e.enterprise_id', '=', enterpriseId ?? 0))
    .$if(status !== undefined, (query) => query.where('f.status', '=', status ?? ''))

/** Those that wait for a person first, then those asked for before `overdueFrom` and not finished, then the newest. */
export async function listTasks(
  db: Db,
  filter: Filter,
  page: { page: number; per_page: number },
  overdueFrom: Date,
) {
  const { offset, limit } = limitedPage(page)
  const isTask = sql<boolean>`f.status in ('requested', 'needs_person')`
  const isOverdue = sql<boolean>`(f.status in ('approved', 'sent') and f.asked_at < ${overdueFrom})`
  const newest = (condition: RawBuilder<boolean>) =>
    filtered(db, filter)
      .where(condition)
      .orderBy('f.id', 'desc')
      .limit(offset + limit)
      .select('f.id')
      .execute()
  const found = [
    await newest(isTask),
    await newest(isOverdue),
    await newest(sql`not ${isTask} and not ${isOverdue}`),
  ]
  const ids = found
    .flat()
    .map(({ id }) => id)
    .slice(offset, offset + limit)
  const rows = await refundsOfAll(db)
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .leftJoin('users as approved', 'approved.id', 'f.approved_by_user_id')
    .where('f.id', 'in', ids.length > 0 ? ids : [0])
    .select(['f.event_id', 'e.title', 'e.organizer_id', 'o.fantasy_name', 'p.provider', 'p.charge_id'])
    .select('approved.name as approved_by')
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export const countTasks = (db: Db, filter: Filter): Promise<number> =>
  countToLimit(db, filtered(db, filter) as unknown as SelectQueryBuilder<DB, 'refunds', object>)

/** The payment of a refund that the caller may handle; undefined for another enterprise's. */
export const findHandled = (db: Db, id: number, enterpriseId: number | null) =>
  filtered(db, { enterpriseId })
    .where('f.id', '=', id)
    .select(['f.id', 'f.payment_id', 'f.event_id', 'f.registration_id', 'f.reason', 'f.status'])
    .executeTakeFirst()
