import { parseArgs } from 'node:util'
import { restoreBackup } from './backup/restore-backup.ts'
import { explain, withDatabase } from './command.ts'
import { loadConfig, readEnvironment } from './config.ts'
import { openFiles } from './lib/open-files.ts'

/** `npm run restore -- --from <folder>`: into the empty database and storage that the environment names. */

try {
  const { values } = parseArgs({ options: { from: { type: 'string' } } })
  const { from } = values
  if (!from) throw new Error('Informe --from, a pasta da cópia de segurança.')
  const config = loadConfig(readEnvironment())
  const files = await openFiles(config)
  const { tables } = await withDatabase(
    config,
    (databaseUrl) => restoreBackup(from, { databaseUrl, files, dataDir: config.dataDir }),
    { creates: true },
  )
  files.close()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(`Restaurado: ${tables.length} tabelas, ${rows} linhas.\n`)
} catch (error) {
  process.stderr.write(`${explain(error, '--from')}\n`)
  process.exitCode = 1
}
