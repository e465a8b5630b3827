import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Db } from '#server/lib/db.ts'

/** An entry of PostgreSQL's `auto_explain`: a statement and the parts of its plan that the tests use. */
export interface Explained {
  statement: string
  plan: PlanNode
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/**
 * Reports every statement of this database with its plan to `onPlan`, including statements inside functions,
 * triggers and foreign-key checks. Needs a superuser.
 */
export async function explainEverything(
  db: Db,
  pool: Pool,
  onPlan: (explained: Explained) => void,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  for (const [name, value] of Object.entries(settings))
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(
      db,
    )
  pool.on('connect', (client: PoolClient) =>
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('{')
      if (!message.startsWith('duration:') || start === -1) return
      const { 'Query Text': statement, Plan: plan } = JSON.parse(message.slice(start))
      onPlan({ statement, plan })
    }),
  )
}

export interface Large {
  tables: ReadonlySet<string>
  /** Names of partial indexes, which contain only some rows of their table. */
  partialIndexes: ReadonlySet<string>
}

/** Returns the tables that had at least this many rows when last analyzed. */
export async function largeTables(db: Db, rows: number): Promise<Large> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples >= ${rows}`.execute(db)
  const indexes = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indpred is not null`.execute(
    db,
  )
  const names = ({ rows: found }: { rows: { name: string }[] }) => new Set(found.map(({ name }) => name))
  return { tables: names(tables), partialIndexes: names(indexes) }
}

/**
 * Returns the large tables that a plan reads completely: by a sequential scan, or by an index scan without
 * condition and limit.
 */
export function fullReads(plan: PlanNode, { tables, partialIndexes }: Large): string[] {
  const found: string[] = []
  const visit = (node: PlanNode, limited: boolean) => {
    const table = node['Relation Name'] ?? ''
    const type = node['Node Type']
    const whole =
      type === 'Seq Scan' ||
      (/^Index (Only )?Scan$/.test(type) &&
        !node['Index Cond'] &&
        !limited &&
        !partialIndexes.has(node['Index Name'] ?? ''))
    if (whole && tables.has(table)) found.push(table)
    for (const part of node.Plans ?? []) visit(part, limited || type === 'Limit')
  }
  visit(plan, false)
  return found
}
