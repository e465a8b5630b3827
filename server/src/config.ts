// The file has more than 250 lines because it is the only one that reads the environment.

import { lstatSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { PlatformSeller } from '#contract/seller.ts'
import { BACKUP_ENVIRONMENT, type BackupConfig, backupConfig } from './backup-config.ts'
import { GATEWAY_ENVIRONMENT, type GatewayConfig, gatewayConfig, namesRealGateway } from './gateway-config.ts'
import { ConfigError, integer, isBucket, isSafeTransport, url, web } from './lib/environment.ts'
import { TRACING_ENVIRONMENT, type TracingConfig, tracingConfig } from './lib/tracing-config.ts'
import { RETENTION_ENVIRONMENT, type Retention, retentionConfig } from './retention-config.ts'
import { SELLER_ENVIRONMENT, sellerConfig } from './seller-config.ts'

/** Only this file reads `process.env`; `.env.example` documents every variable. */
export interface Config extends GatewayConfig, BackupConfig {
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Set if `databaseUrl` is the address of a pooler in transaction mode. */
  databaseDirectUrl: string | null
  /** A replica for reads that may be a second old; null: none. */
  databaseReplicaUrl: string | null
  /** Connections that the requests of one process share. */
  databasePool: number
  /** Answers requests, runs jobs, or both. */
  role: (typeof ROLES)[number]
  /** Processes that answer requests on the same port. */
  webConcurrency: number
  /** How long requests are still accepted while `/health/ready` reports that the process drains. */
  drainMs: number
  /** Absolute path. */
  dataDir: string
  /** Holds the releases installed side by side; null: this one is alone. */
  releasesDir: string | null
  /** `https://KEY:SECRET@host/bucket?region=…`; null: files are in `dataDir/files`. */
  storageUrl: string | null
  /** Null: messages are written to `dataDir/mail`. */
  smtpUrl: string | null
  mailFrom: string
  cepUrl: string
  cepFallbackUrl: string
  contactPhone: string | null
  /** Shown to buyers; null until it is configured. */
  seller: PlatformSeller | null
  /** Demo data, demo accounts and `/dev` pages. */
  demo: boolean
  /** Where Prometheus reads; null: nowhere. */
  metricsAddress: { host: string; port: number } | null
  logLevel: (typeof LOG_LEVELS)[number]
  rateLimits: boolean
  /** Sources of `X-Forwarded-For`: addresses and networks, or the number of proxies in front. */
  trustProxy: string[] | number
  /** Whether Admin and Empresa need a second factor; it is optional for everybody else. */
  secondFactor: 'required' | 'optional'
  retention: Retention
  tracing: TracingConfig | null
}

const ROLES = ['all', 'web', 'worker'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const DEMO_CONTACT_PHONE = '5511999990000'

const onOff = (name: string) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], `${name} precisa ser on ou off.`)
    .transform((text) => ['on', 'true', '1'].includes(text))

const MOST_PROXIES = 5
const TRUST_PROXY_SENTENCE = `TRUST_PROXY precisa ser uma lista de endereços ou redes, como 10.0.0.5,172.16.0.0/12, ou um número de proxies de 1 a ${MOST_PROXIES}.`

/** `10.0.0.5`, `fd00::/8` or `loopback`. `/0` is refused: it would trust everybody. */
function isNetwork(text: string): boolean {
  if (text === 'loopback') return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length > 0) return false
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  )
}

const TrustProxy = z.string().transform((text, context): string[] | number => {
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_PROXIES) return Number(text)
  const networks = text.split(',').map((one) => one.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue({ code: 'custom', message: TRUST_PROXY_SENTENCE })
  return z.NEVER
})

const Environment = z.object({
  PORT: integer('PORT', [1, 65_535], 3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'HOST precisa ser um nome ou endereço de rede, como 0.0.0.0.')
    .optional(),
  PUBLIC_URL: web('PUBLIC_URL').optional(),
  DATABASE_URL: url('DATABASE_URL', ['postgres:', 'postgresql:']).optional(),
  DATABASE_DIRECT_URL: url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']).optional(),
  DATABASE_REPLICA_URL: url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: integer('DATABASE_POOL', [2, 500], 20),
  ROLE: z.enum(ROLES, 'ROLE precisa ser all, web ou worker.').default('all'),
  WEB_CONCURRENCY: integer('WEB_CONCURRENCY', [1, 64], 1),
  DRAIN_SECONDS: integer('DRAIN_SECONDS', [0, 10], 0),
  DATA_DIR: z.string().default('./data'),
  RELEASES_DIR: z.string().optional(),
  STORAGE_URL: z
    .string()
    .refine(
      isBucket,
      'STORAGE_URL precisa ser o endereço de um bucket, como https://CHAVE:SEGREDO@s3.exemplo.com/bucket?region=sa-east-1.',
    )
    // A host name without a dot resolves only in a private network.
    .refine(
      (text) => isSafeTransport(text) || !new URL(text).hostname.includes('.'),
      'STORAGE_URL precisa começar com https://, porque leva a chave.',
    )
    .optional(),
  SMTP_URL: url('SMTP_URL', ['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^@\n]+@[^@\n]+$/,
      'MAIL_FROM precisa ser um e-mail, com ou sem nome: Largada <nao-responda@exemplo.com.br>.',
    )
    .default('Largada <nao-responda@largada.test>'),
  ...GATEWAY_ENVIRONMENT,
  ...BACKUP_ENVIRONMENT,
  CEP_URL: web('CEP_URL').default('https://viacep.com.br/ws'),
  CEP_FALLBACK_URL: web('CEP_FALLBACK_URL').default('https://brasilapi.com.br/api/cep/v1'),
  CONTACT_PHONE: z
    .string()
    .transform((text) => text.replace(/\D/g, ''))
    .refine(
      (digits) => /^\d{10,15}$/.test(digits),
      'CONTACT_PHONE precisa ter de 10 a 15 dígitos, com o código do país.',
    )
    .optional(),
  ...SELLER_ENVIRONMENT,
  DEMO: onOff('DEMO').optional(),
  NODE_ENV: z.string().optional(),
  METRICS_ADDRESS: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'METRICS_ADDRESS precisa ser um endereço e uma porta, como 127.0.0.1:9464.')
    .transform((text) => {
      const [host = '', port = ''] = text.split(':')
      return { host, port: Number(port) }
    })
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL precisa ser um de: ${LOG_LEVELS.join(', ')}.`).default('info'),
  RATE_LIMITS: onOff('RATE_LIMITS').default(true),
  TRUST_PROXY: TrustProxy.default(['loopback']),
  ...RETENTION_ENVIRONMENT,
  ...TRACING_ENVIRONMENT,
  SECOND_FACTOR: z
    .enum(['required', 'optional'], 'SECOND_FACTOR precisa ser required ou optional.')
    .optional(),
})

/** Then the demo, whose passwords are public, starts only with an explicit `DEMO=on`. */
const indicatesProduction = (env: z.output<typeof Environment>): boolean =>
  env.DATABASE_URL !== undefined ||
  env.SMTP_URL !== undefined ||
  namesRealGateway(env) ||
  env.PUBLIC_URL?.startsWith('https:') === true ||
  env.NODE_ENV === 'production'

/** @throws {ConfigError} with a sentence in Portuguese. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable, as in a copied .env.example, counts as not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message)
  const env = parsed.data

  const demo = env.DEMO ?? !indicatesProduction(env)
  if (!env.RATE_LIMITS && !demo) {
    throw new ConfigError('RATE_LIMITS=off só é aceito no modo de demonstração (DEMO=on).')
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[name] && !env.DATABASE_URL) throw new ConfigError(`${name} acompanha DATABASE_URL, que falta.`)
  if (env.BACKUP_WAL && env.DATABASE_URL)
    throw new ConfigError(
      'BACKUP_WAL é do PostgreSQL embutido. Com DATABASE_URL, arquive o log no próprio PostgreSQL (docs/operations.md).',
    )
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    throw new ConfigError(
      `ROLE=${env.ROLE} precisa de DATABASE_URL, o banco de dados que os processos dividem.`,
    )
  return {
    port: env.PORT,
    // The demo's passwords are public: by default it listens on the loopback interface only.
    host: env.HOST ?? (demo ? 'localhost' : '0.0.0.0'),
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    databasePool: env.DATABASE_POOL,
    role: env.ROLE,
    webConcurrency: env.WEB_CONCURRENCY,
    drainMs: env.DRAIN_SECONDS * 1_000,
    dataDir: resolve(env.DATA_DIR),
    releasesDir: env.RELEASES_DIR ?? null,
    storageUrl: env.STORAGE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    ...gatewayConfig(env, demo),
    ...backupConfig(env),
    cepUrl: env.CEP_URL,
    cepFallbackUrl: env.CEP_FALLBACK_URL,
    contactPhone: env.CONTACT_PHONE ?? (demo ? DEMO_CONTACT_PHONE : null),
    seller: sellerConfig(env, demo),
    demo,
    metricsAddress: env.METRICS_ADDRESS ?? null,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    trustProxy: env.TRUST_PROXY,
    // The demo's passwords are public: the first visitor's second factor would lock out the others.
    secondFactor: env.SECOND_FACTOR ?? (demo ? 'optional' : 'required'),
    retention: retentionConfig(env),
    tracing: tracingConfig(env),
  }
}

/** Variables that the process lacks come from `.env` in the working directory. */
export function readEnvironment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    // Node reports ENOENT also for a file that this user may not read.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || lstatSync('.env', { throwIfNoEntry: false }))
      throw new ConfigError(
        'Não foi possível ler .env. Confira se o arquivo existe e se este usuário pode ler o arquivo.',
      )
  }
  return process.env
}
