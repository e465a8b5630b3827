import { mkdir, realpath } from 'node:fs/promises'
import { pino } from 'pino'
import { systemClock } from '#server/lib/clock.ts'
import { createDb, createPool } from '#server/lib/db.ts'
import { asAppError } from '#server/lib/errors.ts'
import { migrate } from '#server/lib/migrate.ts'
import { findRunningPostgres, hasPostgres, startEmbeddedPostgres } from '../postgres/start.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { GatewayUnavailable } from './features/payment/gateways/gateway.ts'

// Shared by the command-line tools: `admin-*.ts`, `backup-*.ts` and `payments-reconcile.ts`.

const log = pino({ level: 'silent' })

/** Applies the migrations, then runs `work`. */
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
  /** By default a missing database is an error, because most commands would act on an empty one. */
  creates?: boolean
}

/** Bypasses the pooler. An embedded PostgreSQL that is not running is started for this command. */
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
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    archive: config.backupArchive,
  })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** `options` lists the command's options. */
export function explain(error: unknown, options: string): string {
  const known = asAppError(error)
  if (known?.errors) return Object.values(known.errors).flat().join('\n')
  if (known?.cause instanceof Error) return `O banco de dados não respondeu: ${known.cause.message}`
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `Opção desconhecida. Use ${options}.`
  if ('code' in error && error.code === 'EEXIST' && 'path' in error)
    return `${error.path} já existe. Escolha outra pasta.`
  if (error instanceof GatewayUnavailable) return 'O gateway de pagamento não respondeu. Tente de novo.'
  return error.message
}
