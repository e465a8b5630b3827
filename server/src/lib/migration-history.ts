import type { ClientBase } from 'pg'
import { isOlder, releaseNumber } from './version.ts'

/** A file of SQL, as read from the disk. */
export interface SqlFile {
  name: string
  sql: string
  checksum: string
}

/** A file that was applied to the database. */
export interface Applied {
  name: string
  checksum: string
  /** The release that applied it; null: one from before releases had numbers. */
  version: string | null
  /** The oldest release whose processes may run after it; null: any. */
  needs: string | null
}

export type History = 'schema_migrations' | 'schema_functions'

/** Begins a file after which processes of earlier releases cannot work any more. */
const NEEDS = /^-- Needs release (\S+)$/m
export const neededRelease = (text: string): string | null => NEEDS.exec(text)?.[1] ?? null

export async function createHistory(client: ClientBase): Promise<void> {
  for (const table of ['schema_migrations', 'schema_functions']) {
    await client.query(`create table if not exists ${table} (
      name text primary key, checksum text not null, applied_at timestamptz not null default now(),
      version text, needs text)`)
    // Altering a table that has the column would wait for every reader, such as a backup.
    const { rowCount } = await client.query(
      `select from pg_attribute where attrelid = $1::regclass and attname = 'version'`,
      [table],
    )
    if (!rowCount) await client.query(`alter table ${table} add column version text, add column needs text`)
  }
}

/** Empty for a new database. Databases older than numbered releases lack the columns `version` and `needs`. */
export async function readHistory(client: ClientBase, table: History): Promise<Map<string, Applied>> {
  const { rows: found } = await client.query<{ name: string | null }>('select to_regclass($1) as name', [
    table,
  ])
  if (!found[0]?.name) return new Map()
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(t) ->> 'version' as version, to_jsonb(t) ->> 'needs' as needs from ${table} t`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

export async function record(
  client: ClientBase,
  table: History,
  { name, sql, checksum }: SqlFile,
  version: string,
): Promise<void> {
  await client.query(
    `insert into ${table} (name, checksum, version, needs) values ($1, $2, $3, $4)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now(),
        version = excluded.version, needs = excluded.needs`,
    [name, checksum, version, neededRelease(sql)],
  )
}

/** The newest release that changed the database, when it is newer than `version`. */
export function newerRelease(applied: Iterable<Applied>, version: string): string | null {
  const newest = [...applied]
    .flatMap((row) => row.version ?? [])
    .reduce((a, b) => (releaseNumber(a) > releaseNumber(b) ? a : b), version)
  return isOlder(version, newest) ? newest : null
}

const FROM_BEFORE_1_0 =
  'Este banco de dados é de antes da versão 1.0 da Largada, e não é atualizado no lugar. Nada foi alterado: os dados estão como antes. Copie-os com npm run backup e restaure a cópia num banco de dados vazio com npm run restore, como descreve docs/operations.md em "From before 1.0".'

/**
 * Throws unless the database was created by these migrations, or also by those of a newer release whose database
 * this release can use.
 */
export function requireSameHistory(
  applied: ReadonlyMap<string, Applied>,
  migrations: readonly SqlFile[],
  version: string,
): void {
  const [first] = migrations
  const initial = first && applied.get(first.name)
  if (initial && initial.checksum !== first.checksum) throw new Error(FROM_BEFORE_1_0)
  const newer = newerRelease(applied.values(), version)
  for (const { name, checksum } of applied.values()) {
    const file = migrations.find((migration) => migration.name === name)
    if (!file && !newer)
      throw new Error(`O banco de dados é de uma versão mais nova da Largada: já aplicou ${name}.`)
    if (file && file.checksum !== checksum)
      throw new Error(`A migração ${name} mudou depois de aplicada a este banco de dados.`)
  }
  const missing = migrations.find(({ name }) => !applied.has(name))
  if (newer && missing)
    throw new Error(
      `O banco de dados é da versão ${newer} da Largada, mais nova que esta (${version}), e não tem ${missing.name}.`,
    )
}

/** Throws when a newer release changed the database in a way that this one cannot work with. */
export function requireUsable(applied: Iterable<Applied>, version: string): void {
  for (const { name, needs } of applied)
    if (needs !== null && isOlder(version, needs))
      throw new Error(
        `O banco de dados precisa da versão ${needs} da Largada ou de uma mais nova, por causa de ${name}. Esta é a ${version}.`,
      )
}
