import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plural } from '#contract/words.ts'
import { openCopy } from '#server/backup/copy-folder.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { type Manifest, verifyBackup } from '#server/backup/manifest.ts'
import { recordBackup } from '#server/backup/record-backup.ts'
import { type ArchivePlace, openArchive } from '#server/lib/archive.ts'
import { openFiles } from '#server/lib/open-files.ts'
import { VERSION } from '#server/lib/version.ts'
import { makeBaseBackup } from '../postgres/archive/base-backup.ts'
import { KEPT_DAYS, pruneArchive } from '../postgres/archive/prune.ts'
import { readBackupConfig } from './backup-config.ts'
import { explain, withDatabase } from './command.ts'
import { loadConfig, readEnvironment } from './config.ts'

/**
 * `npm run backup -- --to /backups/2026-11-22`: copies the database and files of an installation, which may
 * be running, and then verifies the copy. With BACKUP_KEY it is encrypted. The default target is a folder in
 * `backups/` named after the current time. With BACKUP_WAL a base backup is added to that archive, and
 * whatever is too old to be needed is removed from it. `--verify <folder>` verifies an existing backup
 * instead.
 */

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, verify: { type: 'string' } } })
  if (values.verify) {
    const { backupKey } = readBackupConfig(readEnvironment())
    report(await verifyBackup(await openCopy(values.verify, backupKey)), values.verify)
  } else {
    const config = loadConfig(readEnvironment())
    const folder = values.to ?? join('backups', new Date().toISOString().slice(0, 19).replaceAll(':', '-'))
    const files = await openFiles(config)
    await withDatabase(config, async (databaseUrl) => {
      const { dataDir, backupKey: key } = config
      await createBackup({ databaseUrl, files, dataDir, key }, folder)
      const manifest = await verifyBackup(await openCopy(folder, key))
      report(manifest, folder)
      if (config.backupArchive) await addBaseBackup(databaseUrl, config.backupArchive, manifest.secrets)
      await recordBackup(databaseUrl)
    })
    files.close()
  }
} catch (error) {
  process.stderr.write(`${explain(error, '--to ou --verify')}\n`)
  process.exitCode = 1
}

async function addBaseBackup(url: string, place: ArchivePlace, secrets: string | undefined): Promise<void> {
  const archive = await openArchive(place)
  try {
    const base = await makeBaseBackup(url, archive, { version: VERSION, secrets: secrets ?? null })
    const { kept } = await pruneArchive(archive, new Date())
    process.stdout.write(
      `Arquivo: cópia de base de ${base.finished_at}, ${plural(kept, 'guardada', 'guardadas')} de até ${KEPT_DAYS} dias\n`,
    )
  } finally {
    archive.close()
  }
}

function report({ made_at, tables, files }: Manifest, folder: string): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `${folder}, de ${made_at}: ${tables.length} tabelas, ${rows} linhas, ${files.length} arquivos, conferidos\n`,
  )
}
