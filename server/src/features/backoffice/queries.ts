import { type SelectQueryBuilder, sql } from 'kysely'
import { LIST_LIMIT } from '#contract/backoffice/lists.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'

/** Counts at most one more than the limit, because counting large results is slow. */
export async function countToLimit<Tables extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, Tables, Row>,
): Promise<number> {
  const few = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(LIST_LIMIT + 1)
  const { count } = await db
    .selectFrom(few.as('few'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Pages beyond the limit are empty. */
export const limitedPage = ({ page, per_page }: { page: number; per_page: number }) => {
  const offset = (page - 1) * per_page
  return { offset: Math.min(offset, LIST_LIMIT), limit: Math.max(0, Math.min(per_page, LIST_LIMIT - offset)) }
}

/** Limit on the accounts that a search may match. */
const MAX_ACCOUNTS = 200

/** SQL over `users`: name, e-mail or CPF contains every pattern. */
export const accountsOf = (patterns: readonly string[]) =>
  sql<boolean>`id in (select id from users where ${sql.join(
    patterns.map((pattern) => sql`words like ${pattern}`),
    sql` and `,
  )} limit ${MAX_ACCOUNTS})`
