import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Files } from '#server/lib/files.ts'
import { migrate } from '#server/lib/migrate.ts'
import { type CopyFolder, openCopy } from './copy-folder.ts'
import { type Fit, fitOf } from './fit.ts'
import { filePath, type Manifest, type Table, tablePath, verifyBackup } from './manifest.ts'
import { DERIVED, RENAMED } from './queries/before-1-0.ts'
import {
  analyze,
  type Client,
  columnsOf,
  completeRows,
  createStaging,
  emptyTables,
  eraseLater,
  hasAccounts,
  insertStaged,
  inTransaction,
  nameOf,
  rowsInto,
  searchForCharges,
  selectState,
  selectTables,
  setSequences,
  suspendRules,
} from './queries.ts'
import { findSecrets } from './secrets.ts'

interface Target {
  databaseUrl: string
  files: Files
  dataDir: string
  /** Null: an encrypted copy is refused. */
  key: Buffer | null
  /** The secrets of the copy were lost: its second factors cannot be used any more. */
  withoutSecrets?: boolean
}

/**
 * Restores a backup of this or an earlier release into an installation without accounts. The rows are loaded
 * into the schema of the release that made the copy, in one transaction that checks every foreign key and
 * every number of rows; later migrations follow. A copy that does not fit leaves the installation empty.
 */
export async function restoreBackup(folder: string, target: Target): Promise<Manifest> {
  const copy = await openCopy(folder, target.key)
  const manifest = await verifyBackup(copy)
  const fit = await fitOf(manifest)
  const secrets = await findSecrets(manifest, { folder, ...target })
  await migrate(target.databaseUrl, fit.isBefore1_0 ? {} : { only: fit.migrations })
  await inTransaction(target.databaseUrl, 'read write', async (client) => {
    await requireEmpty(client, fit)
    await restoreRows(client, copy, manifest, fit)
    // Before the commit, so that a copy whose files cannot be stored is not restored in part.
    await secrets.store()
    for (const { path } of manifest.files)
      await target.files.write(path, await buffer(copy.read(filePath(path))))
  })
  await migrate(target.databaseUrl)
  return manifest
}

async function requireEmpty(client: Client, fit: Fit): Promise<void> {
  if (await hasAccounts(client)) throw new Error('O banco de dados não está vazio: já tem contas.')
  const { migrations, version } = await selectState(client)
  if (!migrations.every((name) => fit.migrations.has(name)))
    throw new Error(
      `O banco de dados já está na versão ${version}, mais nova que a da cópia. Restaure num banco de dados vazio.`,
    )
}

async function restoreRows(client: Client, copy: CopyFolder, manifest: Manifest, fit: Fit): Promise<void> {
  const here = await selectTables(client)
  const loads = manifest.tables
    .filter(({ schema, name }) => !fit.isBefore1_0 || !DERIVED.has(`${schema}.${name}`))
    .map((table) => {
      const name = fit.isBefore1_0 ? (RENAMED[table.name] ?? table.name) : table.name
      return { table, target: here.find((one) => one.schema === table.schema && one.name === name) }
    })
  const rules = await suspendRules(client, here)
  // A table that the backup lacks keeps the rows that its migration inserted.
  await emptyTables(
    client,
    loads.flatMap(({ target }) => target ?? []),
  )
  for (const load of loads) await naming(load.table, () => restoreTable(client, copy, load))
  if (fit.isBefore1_0) await completeRows(client)
  await naming(null, () => rules.restore())
  await setSequences(client, manifest.sequences)
  await searchForCharges(client)
  await eraseLater(client)
  await analyze(client)
}

/** Says which table and column of a copy do not fit. */
async function naming(table: Table | null, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Error && 'severity' in error)) throw error
    const {
      table: failed,
      column,
      constraint,
    } = error as { table?: string; column?: string; constraint?: string }
    const place = [table ? nameOf(table) : failed, column ?? constraint].filter(Boolean).join(', ')
    throw new Error(
      `A cópia não cabe nesta versão da Largada (${place}): ${error.message}. Nada foi restaurado.`,
      {
        cause: error,
      },
    )
  }
}

interface Loaded {
  table: Table
  /** Undefined: this release has no such table. */
  target: Pick<Table, 'schema' | 'name' | 'columns'> | undefined
}

async function restoreTable(client: Client, copy: CopyFolder, { table, target }: Loaded): Promise<void> {
  if (!target) {
    if (table.rows === 0) return
    throw new Error(
      `A cópia não cabe nesta versão da Largada: a tabela ${nameOf(table)} tem ${table.rows} linhas e não existe mais. Nada foi restaurado.`,
    )
  }
  const isSame = columnsOf(target) === columnsOf(table)
  const receiver = isSame ? target : await createStaging(client, table)
  const rows = rowsInto(client, receiver)
  await pipeline(copy.read(tablePath(table)), createGunzip(), rows)
  const written = isSame ? { rows: rows.rowCount } : await insertStaged(client, receiver, target)
  if ('lost' in written)
    throw new Error(
      `A cópia não cabe nesta versão da Largada: ${nameOf(table)} tem valores em ${written.lost.join(', ')}, que não existe mais. Nada foi restaurado.`,
    )
  if (written.rows !== table.rows)
    throw new Error(`A tabela ${nameOf(table)} tem ${written.rows} linhas, e não ${table.rows}.`)
}
