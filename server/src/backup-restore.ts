import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { dayIn, instantIn, isIsoDate, momentIn } from '#contract/dates.ts'
import { plural } from '#contract/words.ts'
import { eraseAfterRestore } from '#server/backup/erase-again.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type Restored, restorePointInTime } from '#server/backup/restore-point-in-time.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import type { Files } from '#server/lib/files.ts'
import { openFiles } from '#server/lib/open-files.ts'
import { explain, withDatabase } from './command.ts'
import { type Config, loadConfig, readEnvironment } from './config.ts'

/**
 * `npm run restore -- --from <folder>` restores a backup of this or an earlier release into the configured database
 * and storage, which must be empty. `npm run restore -- --to "2026-11-22 14:02"`, or `--to latest`, restores the
 * embedded PostgreSQL to a moment from the archive in BACKUP_WAL; `--from` then names the backup with the files.
 * `secrets.json`, which is kept apart, is already in the data folder.
 */

interface Options {
  from: string | undefined
  to: string | undefined
  withoutSecrets: boolean | undefined
}

try {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, 'without-secrets': { type: 'boolean' } },
  })
  const options = { from: values.from, to: values.to, withoutSecrets: values['without-secrets'] }
  const config = loadConfig(readEnvironment())
  const files = await openFiles(config)
  const { last, erased } = await (options.to ? toMoment : toBackup)(config, files, options)
  files.close()
  if (erased > 0)
    process.stdout.write(
      `Removidos de novo os dados pessoais de ${plural(erased, 'pedido posterior', 'pedidos posteriores')} à cópia.\n`,
    )
  const day = (at: Date) => dayIn(BANK_ZONE, at)
  process.stdout.write(
    `Depois de iniciar o servidor: npm run payments:reconcile -- --from ${day(last)} --to ${day(new Date())}\n`,
  )
} catch (error) {
  process.stderr.write(`${explain(error, '--from, --to e --without-secrets')}\n`)
  process.exitCode = 1
}

async function toBackup(config: Config, files: Files, { from, withoutSecrets }: Options): Promise<Restored> {
  if (!from) throw new Error('Informe --from, a pasta da cópia de segurança, ou --to, um momento.')
  const { dataDir, backupKey: key, backupArchive } = config
  return withDatabase(
    config,
    async (databaseUrl) => {
      const target = { databaseUrl, files, dataDir, key, withoutSecrets }
      const { tables, version, made_at } = await restoreBackup(from, target)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const origin = version ? `, da versão ${version}` : ''
      process.stdout.write(`Restaurado: ${tables.length} tabelas, ${rows} linhas${origin}.\n`)
      const erased = await eraseAfterRestore(databaseUrl, { files, backupArchive }).catch((error: Error) => {
        throw new Error(
          `As pessoas removidas depois da cópia serão removidas de novo quando o servidor iniciar; agora não foi possível: ${error.message}`,
          { cause: error },
        )
      })
      return { last: new Date(made_at), erased }
    },
    { creates: true },
  )
}

async function toMoment(config: Config, files: Files, { to = '', ...options }: Options): Promise<Restored> {
  const { dataDir, backupArchive: archive, databaseUrl } = config
  if (databaseUrl)
    throw new Error(
      '--to é do PostgreSQL embutido. Com DATABASE_URL, siga docs/operations.md no próprio PostgreSQL.',
    )
  if (!archive) throw new Error('--to precisa do arquivo em BACKUP_WAL.')
  const log = pino({ level: 'silent' })
  const restored = await restorePointInTime({ ...options, dataDir, archive, files, to: readMoment(to), log })
  process.stdout.write(
    `Restaurado: a última mudança é de ${momentIn(BANK_ZONE, restored.last)} (horário de Brasília).\n`,
  )
  return restored
}

/** `2026-11-22 14:02` or `2026-11-22 14:02:30`, in São Paulo; null for `latest`. */
function readMoment(text: string): Date | null {
  if (text === 'latest') return null
  const [, day = '', time = '', seconds = '00'] =
    /^(\d{4}-\d\d-\d\d)[ T]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?$/.exec(text) ?? []
  if (!isIsoDate(day))
    throw new Error('Informe --to como "aaaa-mm-dd hh:mm", no horário de Brasília, ou latest: tudo o que há.')
  return new Date(instantIn(BANK_ZONE, day, time).getTime() + Number(seconds) * 1000)
}
