import { pageMeta } from '#contract/route.ts'
import type { Db } from '#server/lib/db.ts'
import { listRefundsOf, sumRefundsOf } from './queries.ts'

/** A page of the refunds of these events, and the sums of all of them by status. */
export async function readRefunds(
  db: Db,
  events: Parameters<typeof listRefundsOf>[1],
  query: Parameters<typeof listRefundsOf>[2],
) {
  const [rows, sums] = await Promise.all([listRefundsOf(db, events, query), sumRefundsOf(db, events)])
  const total = sums
    .filter(({ status }) => query.status === undefined || status === query.status)
    .reduce((all, { refunds }) => all + refunds, 0)
  return { rows, sums, meta: pageMeta(query.page, query.per_page, total) }
}
