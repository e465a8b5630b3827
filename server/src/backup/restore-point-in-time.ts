import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { momentIn } from '#contract/dates.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import { type Archive, type ArchivePlace, openArchive } from '#server/lib/archive.ts'
import type { Files } from '#server/lib/files.ts'
import { migrate } from '#server/lib/migrate.ts'
import { type BaseBackup, listBaseBackups } from '../../postgres/archive/layout.ts'
import { ArchiveTooShort, restoreCluster } from '../../postgres/archive/restore-cluster.ts'
import { hasPostgres } from '../../postgres/start.ts'
import { openCopy } from './copy-folder.ts'
import { eraseAfterRestore } from './erase-again.ts'
import { requireNotNewer } from './fit.ts'
import { filePath, verifyBackup } from './manifest.ts'
import { eraseLater, inTransaction, searchForCharges } from './queries.ts'
import { findSecrets } from './secrets.ts'

interface Wanted {
  /** Holds no cluster yet. */
  dataDir: string
  archive: ArchivePlace
  /** Null: the end of the archive. */
  to: Date | null
  /** The folder of a backup, from which the files come: the archive has the database alone. */
  from: string | undefined
  files: Files
  withoutSecrets: boolean | undefined
  log: Logger
}

export interface Restored {
  /** The time of the last change that the database has. */
  last: Date
  /** How many people were removed again. */
  erased: number
}

/** Restores the embedded PostgreSQL to a moment, from the last base backup before it and the write-ahead log. */
export async function restorePointInTime({
  dataDir,
  files,
  from,
  to,
  log,
  ...wanted
}: Wanted): Promise<Restored> {
  if (await hasPostgres(dataDir))
    throw new Error(`Já há um banco de dados em ${dataDir}. Restaure numa pasta de dados vazia.`)
  const archive = await openArchive(wanted.archive)
  try {
    const base = await chooseBase(archive, to)
    requireNotNewer(base.version)
    const secrets = await findSecrets(
      { secrets: base.secrets ?? undefined },
      { folder: from ?? dataDir, dataDir, withoutSecrets: wanted.withoutSecrets },
    )
    if (from) await restoreFiles(from, files, wanted.archive.key)
    await secrets.store()
    let erased = 0
    const work = async (url: string) => {
      await migrate(url)
      await inTransaction(url, 'read write', async (client) => {
        await searchForCharges(client)
        await eraseLater(client)
      })
      erased = await eraseAfterRestore(url, { files, backupArchive: wanted.archive })
    }
    const last = await restoreCluster({ dataDir, archive, base, to, log, work })
    return { last: last ?? new Date(base.finished_at), erased }
  } catch (error) {
    throw error instanceof ArchiveTooShort ? tooShort(error) : error
  } finally {
    archive.close()
  }
}

const say = (at: Date): string => momentIn(BANK_ZONE, at)

function tooShort(error: ArchiveTooShort): Error {
  const end = error.last ? `: a última mudança nele é de ${say(error.last)}` : ''
  return new Error(`O arquivo não chega até esse momento${end}. Peça um anterior, ou --to latest.`, {
    cause: error,
  })
}

async function chooseBase(archive: Archive, to: Date | null): Promise<BaseBackup> {
  const bases = await listBaseBackups(archive)
  const [earliest] = bases
  if (!earliest) throw new Error('O arquivo em BACKUP_WAL não tem nenhuma cópia de base.')
  const chosen = bases.findLast(({ finished_at }) => !to || finished_at <= to.toISOString())
  if (chosen) return chosen
  throw new Error(
    `O primeiro momento que o arquivo restaura é ${say(new Date(earliest.finished_at))}. Peça um depois dele.`,
  )
}

async function restoreFiles(from: string, files: Files, key: Buffer | null): Promise<void> {
  const copy = await openCopy(from, key)
  for (const { path } of (await verifyBackup(copy)).files)
    await files.write(path, await buffer(copy.read(filePath(path))))
}
