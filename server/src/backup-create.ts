import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from './backup/create-backup.ts'
import { type Manifest, verifyBackup } from './backup/manifest.ts'
import { explain, withDatabase } from './command.ts'
import { loadConfig, readEnvironment } from './config.ts'
import { openFiles } from './lib/open-files.ts'

/**
 * `npm run backup -- --to /backups/2026-11-22`: copies database, files and secrets of an installation, running or not, and reads the copy once more. By
 * default into `backups/` with the time. `--verify <folder>` only reads an existing one.
 */

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, verify: { type: 'string' } } })
  if (values.verify) report(await verifyBackup(values.verify), values.verify)
  else {
    const config = loadConfig(readEnvironment())
    const folder = values.to ?? join('backups', new Date().toISOString().slice(0, 19).replaceAll(':', '-'))
    const files = await openFiles(config)
    await withDatabase(config, (databaseUrl) =>
      createBackup({ databaseUrl, files, dataDir: config.dataDir }, folder),
    )
    files.close()
    report(await verifyBackup(folder), folder)
  }
} catch (error) {
  process.stderr.write(`${explain(error, '--to ou --verify')}\n`)
  process.exitCode = 1
}

function report({ made_at, tables, files }: Manifest, folder: string): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `${folder}, de ${made_at}: ${tables.length} tabelas, ${rows} linhas, ${files.length} arquivos, conferidos\n`,
  )
}
