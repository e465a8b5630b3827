import { mkdir, realpath } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { type Config, loadConfig, readEnvironment } from './config.ts'
import { createAdministrator } from './features/account/create-administrator.ts'
import { systemClock } from './lib/clock.ts'
import { createDb, createPool } from './lib/db.ts'
import { findRunningPostgres } from './lib/embedded-postgres/running.ts'
import { startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { asAppError } from './lib/errors.ts'
import { migrate } from './lib/migrate.ts'

/** `npm run admin:create -- --email … --name …`: asks for what is missing; the password may come in ADMIN_PASSWORD. */

const log = pino({ level: 'silent' })

try {
  const environment = readEnvironment()
  const config = loadConfig(environment)
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
  const given = {
    name: values.name ?? (await ask('Nome: ')),
    email: values.email ?? (await ask('E-mail: ')),
    password: environment.ADMIN_PASSWORD || (await ask('Senha (ao menos 8 caracteres): ', { hidden: true })),
  }
  const { email } = await withDatabase(config, async (url) => {
    const pool = createPool(url, { onError: () => undefined })
    const db = createDb(pool)
    try {
      await migrate(pool)
      return await createAdministrator({ db, clock: systemClock }, given)
    } finally {
      await db.destroy()
    }
  })
  process.stdout.write(`Administrador criado: ${email}. Entre em ${config.publicUrl}/login\n`)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function ask(question: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Informe --email, --name e a variável ADMIN_PASSWORD: não há terminal para perguntar.')
  if (hidden) process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({
    input: process.stdin,
    output: hidden ? nowhere : process.stdout,
    terminal: true,
  })
  try {
    terminal.once('SIGINT', () => process.exit(130))
    return await terminal.question(hidden ? '' : question)
  } finally {
    terminal.close()
    if (hidden) process.stdout.write('\n')
  }
}

/** The database of this installation: named, or embedded and running already, or embedded and started for the moment. */
async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl)
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

/** One sentence for whoever runs it. */
function explain(error: unknown): string {
  const known = asAppError(error)
  if (known?.errors) return Object.values(known.errors).flat().join('\n')
  if (known?.cause instanceof Error) return `O banco de dados não respondeu: ${known.cause.message}`
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return 'Opção desconhecida. Use --email e --name.'
  return error.message
}
