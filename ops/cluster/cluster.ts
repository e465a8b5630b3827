import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startS3Server } from '#test/s3-server.ts'
import { isReady, until } from '../until.ts'
import { DATABASE, haproxy, PORTS, patroni, pgbouncer, pgbouncerUsers, urlOf } from './settings.ts'

// Runs a large installation on one machine: three PostgreSQL under Patroni and etcd, two PgBouncer, HAProxy
// in front of them and of four web processes, two workers, and files in a bucket. All programs are from
// Debian packages.

const PROGRAMS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
}
const PACKAGES = 'etcd-server patroni python3-etcd python3-psycopg2 pgbouncer haproxy postgresql-15'
const READY_MS = 120_000
const started = (what: string, isTrue: () => Promise<boolean>) => until(what, isTrue, READY_MS)

export interface Member {
  name: string
  role: string
  state: string
  timeline?: number
  /** In bytes. */
  lag?: number | string
}

export interface Cluster {
  /** Behind HAProxy. */
  url: string
  /** The URL of the current primary, not through PgBouncer. */
  databaseUrl: string
  /** Together with its Patroni, as a failing machine would. Returns its name. */
  killPrimary(): Promise<string>
  /** It joins as a replica. */
  startMember(name: string): void
  hasFile(path: string): Promise<boolean>
  members(): Promise<Member[]>
  stop(): Promise<void>
}

/** Data, settings and logs (`<name>.log`) are below `folder`. */
export async function startCluster(folder: string, say: (line: string) => void): Promise<Cluster> {
  const missing = Object.values(PROGRAMS).filter((program) => !existsSync(program))
  if (missing.length > 0)
    throw new Error(`Not installed: ${missing.join(', ')}. On Debian 12: apt-get install ${PACKAGES}`)
  const user = unprivilegedUser()
  const running = new Map<string, ChildProcess>()

  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)

  /** Each program has its own process group, so that a whole member can be killed. */
  function start(name: string, program: string, args: string[], environment: NodeJS.ProcessEnv = {}): void {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      cwd: program === process.execPath ? undefined : folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...environment },
      ...(program === process.execPath ? {} : user),
    })
    running.set(name, child)
  }
  function settings(name: string, text: string): string {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  const startMember = (name: string) => start(name, PROGRAMS.patroni, [join(folder, `${name}.json`)])

  async function members(): Promise<Member[]> {
    for (const port of PORTS.patroni) {
      const answer = await fetch(`http://127.0.0.1:${port}/cluster`).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  async function end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(name)
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    if (signal === 'SIGKILL') process.kill(-child.pid, signal)
    else child.kill(signal)
    const late = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 25_000)
    await gone
    clearTimeout(late)
  }

  const bucket = await startS3Server()
  async function stop(): Promise<void> {
    // In the order of dependencies: the product, proxies and poolers, PostgreSQL, etcd.
    for (const names of [/^(web|worker)/, /^(haproxy|pgbouncer)/, /^postgres/, /^etcd/])
      await Promise.all(
        [...running.keys()].filter((name) => names.test(name)).map((name) => end(name, 'SIGTERM')),
      )
    await bucket.stop()
  }

  try {
    say('etcd, and three PostgreSQL under Patroni')
    const etcd = `http://127.0.0.1:${PORTS.etcd}`
    const peers = `http://127.0.0.1:${PORTS.etcdPeers}`
    start('etcd', PROGRAMS.etcd, [
      ...['--name', 'etcd1', '--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--initial-cluster', `etcd1=${peers}`, '--enable-v2=false'],
    ])
    for (const [i] of PORTS.postgres.entries()) {
      settings(`postgres${i + 1}.json`, patroni(folder, i))
      startMember(`postgres${i + 1}`)
    }
    start('haproxy', PROGRAMS.haproxy, ['-f', settings('haproxy.cfg', haproxy())])
    await started('a primary with a synchronous replica', async () => {
      const roles = (await members()).map(({ role }) => role)
      return roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby')
    })
    await createDatabase()

    say('two PgBouncer, four web processes, two workers')
    settings('pgbouncer-users.txt', pgbouncerUsers)
    for (const [i] of PORTS.pgbouncer.entries())
      start(`pgbouncer${i + 1}`, PROGRAMS.pgbouncer, [
        settings(`pgbouncer${i + 1}.ini`, pgbouncer(folder, i)),
      ])
    const environment = {
      DATABASE_URL: urlOf(PORTS.pooled),
      DATABASE_DIRECT_URL: urlOf(PORTS.primary),
      DATABASE_REPLICA_URL: urlOf(PORTS.replicas),
      STORAGE_URL: bucket.address,
      PUBLIC_URL: `http://127.0.0.1:${PORTS.web}`,
      PAYMENT_GATEWAY: 'sandbox',
      DEMO: 'off',
      SECOND_FACTOR: 'optional',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // On separate machines, each has a folder with the same secrets.json.
      DATA_DIR: join(folder, 'product'),
    }
    const main = join(dirname(dirname(import.meta.dirname)), 'server/src/main.ts')
    const product = (name: string, role: string, port: number) =>
      start(name, process.execPath, [main], { ...environment, ROLE: role, PORT: String(port) })
    for (const [i, port] of PORTS.webProcesses.entries()) product(`web${i + 1}`, 'web', port)
    for (const [i, port] of PORTS.workers.entries()) product(`worker${i + 1}`, 'worker', port)
    for (const port of [...PORTS.webProcesses, ...PORTS.workers, PORTS.web])
      await started(`port ${port}`, () => isReady(`http://127.0.0.1:${port}`))
  } catch (error) {
    await stop()
    throw error
  }

  return {
    url: `http://127.0.0.1:${PORTS.web}`,
    databaseUrl: urlOf(PORTS.primary),
    members,
    hasFile: async (path) => bucket.objects.has(path),
    startMember,
    stop,
    async killPrimary() {
      const leader = (await members()).find(({ role }) => role === 'leader')
      if (!leader) throw new Error('the cluster has no primary')
      await end(leader.name, 'SIGKILL')
      // Killed separately, because PostgreSQL left Patroni's process group when it started.
      killPostgres(join(folder, leader.name))
      return leader.name
    },
  }
}

async function createDatabase(): Promise<void> {
  let client: pg.Client | null = null
  await started('HAProxy leads to the primary', async () => {
    client = new pg.Client({ connectionString: urlOf(PORTS.primary, 'postgres') })
    return client.connect().then(
      () => true,
      () => false,
    )
  })
  const connected = client as unknown as pg.Client
  await connected.query(`create database ${DATABASE}`)
  await connected.end()
}

/** PostgreSQL and PgBouncer refuse to run as root. Null: this process' user runs everything. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function killPostgres(dataDir: string): void {
  const found = execFileSync('pgrep', ['-f', `postgres -D ${dataDir} `], { encoding: 'utf8' })
  for (const pid of found.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL')
}
