import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { silentLogger } from './jobs/logger.ts'

const DIRECTORY = new URL('../../migrations/', import.meta.url)
/** Any number, as long as it is always this one: servers that start together migrate one after the other. */
const ADVISORY_LOCK = 7_210_431
const MINIMUM_VERSION = 15

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Brings the database to the schema of this code. Forward only: a file that ran never changes. Returns what it applied. */
export async function migrate(pool: Pool): Promise<string[]> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    try {
      // A migration may rewrite a large table: the pool's limit is for requests.
      await client.query('set statement_timeout = 0')
      await runMigrations({ pgPool: pool, logger: silentLogger })
      return await applyMissing(client, migrations)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
    }
  } finally {
    client.release(true)
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, DIRECTORY), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function requireVersion(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= MINIMUM_VERSION) return
  throw new Error(
    `O banco de dados é PostgreSQL ${version}; a Largada precisa do ${MINIMUM_VERSION} ou mais novo.`,
  )
}

async function applyMissing(client: PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  requireSameHistory(applied, migrations)

  const missing = migrations.filter((migration) => !applied.has(migration.name))
  for (const migration of missing) await apply(client, migration)
  return missing.map((migration) => migration.name)
}

function requireSameHistory(applied: Map<string, string>, migrations: Migration[]): void {
  for (const [name, checksum] of applied) {
    const file = migrations.find((migration) => migration.name === name)
    if (!file) throw new Error(`O banco de dados é de uma versão mais nova da Largada: já aplicou ${name}.`)
    if (file.checksum !== checksum)
      throw new Error(`A migração ${name} mudou depois de aplicada a este banco de dados.`)
  }
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`A migração ${name} falhou: ${(error as Error).message}`, { cause: error })
  }
}
