import { mkdir, realpath } from 'node:fs/promises'
import { pino } from 'pino'
import { findRunningPostgres, hasPostgres, startEmbeddedPostgres } from '../postgres/start.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { systemClock } from './lib/clock.ts'
import { createDb, createPool } from './lib/db.ts'
import { asAppError } from './lib/errors.ts'
import { migrate } from './lib/migrate.ts'

// Shared by the command line tools (`admin-*.ts`).

const log = pino({ level: 'silent' })

/** Runs `work` on this installation's database after migrating it. */
export async function onDatabase<T>(
  config: Config,
  work: (deps: Pick<Deps, 'db' | 'clock'>) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (url) => {
    const db = createDb(createPool(url, { onError: () => undefined }))
    try {
      await migrate(url)
      return await work({ db, clock: systemClock })
    } finally {
      await db.destroy()
    }
  })
}

interface DatabaseOptions {
  /** Makes an embedded database that does not exist. By default that is an error: the command would act on an empty one. */
  creates?: boolean
}

/** The configured database, past its pooler, or the embedded PostgreSQL: the running one, or one started for this command. */
export async function withDatabase<T>(
  config: Config,
  work: (url: string) => Promise<T>,
  { creates = false }: DatabaseOptions = {},
): Promise<T> {
  if (config.databaseUrl) return work(config.databaseDirectUrl ?? config.databaseUrl)
  if (!creates && !(await hasPostgres(config.dataDir)))
    throw new Error(
      `Não há banco de dados em ${config.dataDir}. Confira DATA_DIR ou DATABASE_URL, ou inicie a Largada antes.`,
    )
  await mkdir(config.dataDir, { recursive: true })
  const running = await findRunningPostgres(await realpath(config.dataDir))
  if (running) return work(running)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** The error as a sentence for the terminal; `options` lists the command's options. */
export function explain(error: unknown, options: string): string {
  const known = asAppError(error)
  if (known?.errors) return Object.values(known.errors).flat().join('\n')
  if (known?.cause instanceof Error) return `O banco de dados não respondeu: ${known.cause.message}`
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `Opção desconhecida. Use ${options}.`
  return error.message
}
