import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, createPool } from '#server/lib/db.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { startProduct } from '#test/product.ts'
import { fileIn, recount, settle } from '#test/recount.ts'
import { simulateUsers } from '#test/simulated-users.ts'
import { type Account, isRoot } from '../../server/postgres/run-as.ts'
import { findRunningPostgres } from '../../server/postgres/start.ts'
import { until } from '../until.ts'
import { canRestoreToAPointInTime, restoreToAPointInTime } from './point-in-time.ts'
import { binariesOf, type ServerOptions, startPostgres } from './servers.ts'

// `npm run test:postgres` runs a part of the test suite on each supported PostgreSQL version, the product
// with its embedded PostgreSQL as root and as an ordinary user, and a point-in-time recovery. `npm run
// test:postgres -- 15 point-in-time` runs only some of them.

/** The tests that depend most on the server: schema, locks, sessions, plans, backups, sums. */
const FILES = [
  'server/src/lib/migrate.test.ts',
  'server/src/lib/db.test.ts',
  'server/src/lib/jobs.test.ts',
  'server/src/lib/reconnecting-client.test.ts',
  'server/src/features/checkout/take-spots.test.ts',
  'server/src/features/checkout/order/register-participant.test.ts',
  'server/src/features/payment/stress.test.ts',
  'server/test/backup.test.ts',
  'server/test/upgrade.test.ts',
  'server/test/recount.test.ts',
]
/** These tests damage data or write large tables in ways that only a superuser may. */
const NEED_SUPERUSER = [
  'server/src/features/participants/list/list-participants.test.ts',
  'server/test/invariants.test.ts',
]
/** The npm packages of versions that Debian does not provide. 18 is the product's embedded version. */
const VERSIONS = [
  [15, '15.18.0-beta.17'],
  [16, '16.14.0-beta.17'],
  [17, '17.10.0-beta.17'],
  [18, '18.4.0-beta.17'],
] as const
const NOBODY = { uid: 65_534, gid: 65_534 }

interface Row {
  PostgreSQL: string
  as: string
  passed: number
  failed: number
  seconds: number
}

const rows: Row[] = []

async function tried(
  about: Pick<Row, 'PostgreSQL' | 'as'>,
  run: () => Promise<[number, number]>,
): Promise<void> {
  const since = performance.now()
  const [passed, failed] = await run().catch((error: unknown) => {
    console.error(error)
    return [0, 1]
  })
  const seconds = Math.round((performance.now() - since) / 1000)
  rows.push({ ...about, passed, failed, seconds })
  console.log(`PostgreSQL ${about.PostgreSQL}, ${about.as}: ${passed} passed, ${failed} failed, ${seconds} s`)
}

async function runTests(url: string, files: readonly string[]): Promise<[number, number]> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-postgres-'))
  const path = join(folder, 'report.json')
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    '--reporter=json',
    '--testTimeout=60000',
  ]
  const child = spawn(process.execPath, [...vitest, `--outputFile=${path}`, ...files], {
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  const report = JSON.parse(await readFile(path, 'utf8')) as Report
  await rm(folder, { recursive: true })
  for (const { message, name, assertionResults } of report.testResults) {
    if (message) console.error(name, message)
    for (const test of assertionResults)
      if (test.status === 'failed') console.error(`${name}: ${test.fullName}\n${test.failureMessages[0]}`)
  }
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return [report.numPassedTests, report.numFailedTests + unloaded.length]
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

async function onServer(options: ServerOptions, as: string, from: string): Promise<void> {
  const server = await startPostgres(options)
  const files = options.managed ? FILES : [...FILES, ...NEED_SUPERUSER]
  await tried({ PostgreSQL: `${server.version} (${from})`, as }, () => runTests(server.url, files)).finally(
    server.stop,
  )
}

/** People register with the embedded PostgreSQL of this account, and everything is recounted. */
async function withItsOwn(account: Account): Promise<[number, number]> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-postgres-'))
  await chmod(folder, 0o755)
  if (account) await chown(folder, account.uid, account.gid)
  const product = await startProduct({ DATA_DIR: folder }, { account })
  try {
    const db = createDb(createPool((await findRunningPostgres(folder)) ?? '', { max: 2 }))
    const people = []
    for (let i = 0; i < 20; i++) people.push(await createUser(db))
    const users = simulateUsers(product.url, people, [await createEvent(db), await createEvent(db)])
    await until('everybody has registered', () => users.acknowledged.size === 40)
    await users.stop()
    await settle(db)
    const violations = await recount({ db, users, hasFile: fileIn(folder) })
    for (const violation of violations) console.error(violation)
    await db.destroy()
    return [users.acknowledged.size, violations.length]
  } finally {
    const ended = once(product.child, 'exit')
    product.child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
for (const [major, packageVersion] of VERSIONS) {
  if (wanted.length > 0 && !wanted.includes(String(major))) continue
  const { binaries, from } = await binariesOf(major, packageVersion)
  await onServer({ binaries }, 'superuser', from)
  if (major === 15 || major === 17) await onServer({ binaries, managed: true }, 'TLS, no superuser', from)
}
if (wanted.length === 0 || wanted.includes('point-in-time')) {
  const { binaries, from } = await binariesOf(15, VERSIONS[0][1])
  if (canRestoreToAPointInTime(binaries))
    await tried({ PostgreSQL: `15 (${from})`, as: 'back at a point in time' }, () =>
      restoreToAPointInTime(binaries),
    )
  else console.log('left out: a restore to a point in time, because pg_basebackup is not installed')
}
if (wanted.length === 0) {
  const itsOwn = 'its own'
  await tried({ PostgreSQL: itsOwn, as: isRoot() ? 'run by root' : 'run by an ordinary user' }, () =>
    withItsOwn(null),
  )
  if (isRoot()) await tried({ PostgreSQL: itsOwn, as: 'run by an ordinary user' }, () => withItsOwn(NOBODY))
}
console.table(rows)
process.exit(rows.some(({ failed }) => failed > 0) ? 1 : 0)
