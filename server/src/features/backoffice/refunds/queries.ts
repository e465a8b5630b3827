import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { RefundReason, RefundStatus } from '#contract/payment/refund.ts'
import type { BankStep, RefundDelay } from '#contract/payment/refund-tasks.ts'
import { type RefundSum, refundsOfAll } from '#server/features/report/refunds/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { countToLimit, limitedPage } from '../queries.ts'

interface Filter {
  /** Null: all enterprises. */
  enterpriseId: number | null
  status?: RefundStatus | undefined
  bank?: BankStep | undefined
  /** Unfinished refunds that were asked for before `overdueFrom` are overdue. */
  delay?: { kind: RefundDelay; overdueFrom: Date } | undefined
}

const BANK_STEPS: Readonly<Record<BankStep, RawBuilder<boolean>>> = {
  asked: sql`f.status = 'needs_person' and f.pix_asked_at is not null and f.pix_key is null`,
  ready: sql`f.status = 'needs_person' and f.pix_key is not null and f.exported_at is null`,
  exported: sql`f.status = 'needs_person' and f.exported_at is not null`,
}

const isOverdue = (overdueFrom: Date) =>
  sql<boolean>`(f.status in ('approved', 'sent') and f.asked_at < ${overdueFrom})`

const isDelayed = ({ kind, overdueFrom }: NonNullable<Filter['delay']>) =>
  kind === 'overdue'
    ? isOverdue(overdueFrom)
    : sql<boolean>`(f.status = 'needs_person' or ${isOverdue(overdueFrom)})`

const filtered = (db: Db, { enterpriseId, status, bank, delay }: Filter) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .$if(enterpriseId !== null, (query) => query.where('e.enterprise_id', '=', enterpriseId ?? 0))
    .$if(status !== undefined, (query) => query.where('f.status', '=', status ?? ''))
    .$if(bank !== undefined, (query) => query.where(BANK_STEPS[bank ?? 'ready']))
    .where(delay ? isDelayed(delay) : sql<boolean>`true`)

/** Manual ones first, then unfinished ones requested before `overdueFrom`, then the newest. */
export async function listTasks(
  db: Db,
  filter: Filter,
  page: { page: number; per_page: number },
  overdueFrom: Date,
) {
  const { offset, limit } = limitedPage(page)
  const isTask = sql<boolean>`f.status in ('requested', 'needs_person')`
  const overdue = isOverdue(overdueFrom)
  const newest = (condition: RawBuilder<boolean>) =>
    filtered(db, filter)
      .where(condition)
      .orderBy('f.id', 'desc')
      .limit(offset + limit)
      .select('f.id')
      .execute()
  const found = [
    await newest(isTask),
    await newest(overdue),
    await newest(sql`not ${isTask} and not ${overdue}`),
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
    .select(['approved.name as approved_by', 'f.exported_at', 'e.status as event_status'])
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export const countTasks = (db: Db, filter: Filter): Promise<number> =>
  countToLimit(db, filtered(db, filter) as unknown as SelectQueryBuilder<DB, 'refunds', object>)

/** Of unfinished refunds, and of those done since. Each part reads one partial index. */
export async function sumRefunds(db: Db, enterpriseId: number | null, since: Date): Promise<RefundSum[]> {
  const sums = (condition: RawBuilder<boolean>) => sql`
    select f.status, count(*)::int as refunds, sum(f.amount_cents + f.interest_cents)::bigint as cents
    from refunds f join events e on e.id = f.event_id
    where (${enterpriseId}::bigint is null or e.enterprise_id = ${enterpriseId}) and ${condition}
    group by f.status`
  const { rows } = await sql<RefundSum>`
    ${sums(sql`f.status in ('requested', 'needs_person')`)}
    union all ${sums(sql`f.status in ('approved', 'sent')`)}
    union all ${sums(sql`f.status = 'done' and f.done_at >= ${since}`)}`.execute(db)
  return rows
}

/** Undefined for another enterprise's refund. */
export const findHandled = (db: Db, id: number, enterpriseId: number | null) =>
  filtered(db, { enterpriseId })
    .where('f.id', '=', id)
    .select(['f.id', 'f.payment_id', 'f.event_id', 'f.registration_id', 'f.reason', 'f.status'])
    .select('e.status as event_status')
    .$narrowType<{ reason: RefundReason; status: RefundStatus }>()
    .executeTakeFirst()

/** Oldest first. */
export async function listIds(db: Db, filter: Filter, limit: number): Promise<number[]> {
  const rows = await filtered(db, filter).orderBy('f.id').limit(limit).select('f.id').execute()
  return rows.map(({ id }) => id)
}

/** Marks refunds with a confirmed Pix key as exported, and returns them. `again` adds those marked before. */
export async function markExported(
  tx: Tx,
  ids: readonly number[],
  { enterpriseId, again, at }: { enterpriseId: number | null; again: boolean; at: Date },
) {
  const { rows } = await sql<{ id: number; event_id: number }>`
    update refunds set exported_at = coalesce(exported_at, ${at})
    where id = any (array(
      select f.id from refunds f join events e on e.id = f.event_id
      where f.id = any (${ids}::bigint[]) and f.status = 'needs_person' and f.pix_key is not null
        and (${again} or f.exported_at is null)
        and (${enterpriseId}::bigint is null or e.enterprise_id = ${enterpriseId})
      order by f.id for update of f
    ))
    returning id, event_id`.execute(tx)
  return rows
}

/** The rows of the file for the bank. The recipient is the account that paid. */
export const listBankRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .where('f.id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('f.id')
    .select(['f.id', 'f.pix_key', 'u.name', 'r.name as participant', 'e.title'])
    .select(sql<number>`f.amount_cents + f.interest_cents`.as('amount_cents'))
    .execute()
