import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createDb, createPool, type Db, poolOf } from '#server/lib/db.ts'
import { findRunningPostgres } from '../postgres/start.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { freePort, type Product, startProduct } from './product.ts'
import { type SimulatedUsers, simulateUsers } from './simulated-users.ts'

// The complete product under load while PostgreSQL or the server is killed. `npm run test:faults` kills more often.
// Both tests mostly wait, so they run concurrently, each with its own product; `expect.poll` belongs to one test, `vi.waitFor` to none.

const KILLS = Number(process.env.FAULTS ?? 0)
const DATABASE_KILLS = KILLS || 6
const PROCESS_KILLS = KILLS || 3
const LIMIT_MS = 60_000 + 40_000 * Math.max(DATABASE_KILLS, PROCESS_KILLS)
const POLL = { timeout: 120_000, interval: 50 }
/** Every poll retries failed jobs. */
const SLOW_POLL = { timeout: 160_000, interval: 1_000 }

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
  // Root's temporary folders are closed to the system user that runs PostgreSQL for it.
  await chmod(folder, 0o755)
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(environment: Record<string, string>): Promise<Product> {
  const product = await startProduct(environment)
  cleanUps.push(() => product.child.kill('SIGKILL'))
  return product
}

/** A separate connection to the product's own PostgreSQL. */
async function openDatabase(dataDir: string): Promise<Db> {
  const db = createDb(createPool((await findRunningPostgres(dataDir)) ?? '', { max: 3 }))
  cleanUps.push(() => db.destroy().catch(() => undefined))
  return db
}

const createPeople = async (db: Db, count: number) => {
  const people = []
  for (let i = 0; i < count; i++) people.push(await createUser(db))
  return people
}

const isReady = (product: Product): Promise<boolean> =>
  fetch(`${product.url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits until the simulated users got that many more responses and the product is ready again. */
async function waitForProgress(product: Product, users: SimulatedUsers, answers: number): Promise<void> {
  const before = users.answered()
  await vi.waitFor(() => expect(users.answered() - before).toBeGreaterThan(answers), POLL)
  await vi.waitFor(async () => expect(await isReady(product)).toBe(true), POLL)
}

const kill = (pid: number | undefined) => {
  if (pid) process.kill(pid, 'SIGKILL')
}

/** Faults of PostgreSQL, in turn: the server killed, one of its processes killed, and connections of each kind terminated. */
function faultsOf(db: Db, dataDir: string): (() => Promise<unknown>)[] {
  const end = (...purposes: string[]) =>
    poolOf(db).query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any ($1)',
      [purposes],
    )
  return [
    async () => kill(Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)),
    () => end('largada-jobs'),
    () => end('largada-changes', 'largada-job-names'),
    async () => {
      const { rows } = await poolOf(db).query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'largada' and pid <> pg_backend_pid() limit 1",
      )
      kill(rows[0]?.pid)
    },
    () => end('largada-registrations'),
    () => end('largada', 'largada-jobs', 'largada-job-names', 'largada-registrations').catch(() => undefined),
  ]
}

/** The remaining and failed jobs, with their errors for the failure message. */
async function jobsLeft(db: Db): Promise<string[]> {
  // A charge interrupted while being created stays claimed for a minute: the minute is over as soon as no job runs.
  await sql`update payments set charge_claimed_until = now() where charge_id is null and charge_claimed_until > now()
    and not exists (select from graphile_worker._private_jobs where locked_at is not null)`.execute(db)
  // Run immediately, without the retry delays that grew while PostgreSQL was down.
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`.execute(
    db,
  )
  const { rows } = await sql<{ job: string }>`
    select format('%s, %s of %s attempts, locked %s: %s', t.identifier, attempts, max_attempts, locked_at, last_error) as job
    from graphile_worker._private_jobs join graphile_worker._private_tasks t on t.id = task_id`.execute(db)
  return rows.map(({ job }) => job)
}

async function storedKeys(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('registrations', 'registrations.order_id', 'orders.id')
    .select(['orders.idempotency_key', 'registrations.id'])
    .execute()
  // Every order here has one participant: two rows with one key would be a duplicate.
  expect(new Set(rows.map((row) => row.idempotency_key)).size).toBe(rows.length)
  return new Map(rows.map((row) => [row.idempotency_key, row.id]))
}

/** Expects every acknowledged registration exactly once, and no violated invariant. */
async function expectAllKept(db: Db, users: SimulatedUsers): Promise<void> {
  const stored = await storedKeys(db)
  const lost = [...users.acknowledged].filter(([key, id]) => stored.get(key) !== id)
  expect(lost).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
  expect(users.wrong).toEqual([])
}

test.concurrent(
  `PostgreSQL fails ${DATABASE_KILLS} times: no response is 500, and every job completes`,
  async () => {
    const dataDir = await temporaryFolder()
    const product = await start({ DATA_DIR: dataDir })
    const db = await openDatabase(dataDir)
    const people = await createPeople(db, 60)
    const events = []
    for (let i = 0; i < 4 + 2 * DATABASE_KILLS; i++) events.push(await createEvent(db))
    const users = simulateUsers(product.url, people, events)

    const faults = faultsOf(db, dataDir)
    for (let n = 0; n < DATABASE_KILLS; n++) {
      await waitForProgress(product, users, 15)
      // Repeated while PostgreSQL restarts.
      await vi.waitFor(faults[n % faults.length] ?? (async () => undefined), POLL)
    }
    await waitForProgress(product, users, 15)
    await users.stop()

    await vi.waitFor(async () => expect(await jobsLeft(db)).toEqual([]), SLOW_POLL)
    await expectAllKept(db, users)
    const { rows } = await sql`
    select p.id from payments p left join sandbox.charges c on c.id = p.charge_id
    where p.status = 0 and p.hosted_link is null or c.status = 'RECEIVED' and p.status <> 2`.execute(db)
    expect(rows, 'charges not created, and received payments not recorded').toEqual([])
    process.stdout.write(
      `${DATABASE_KILLS} faults: ${users.acknowledged.size} acknowledged, ${users.answered()} answers\n`,
    )
    await db.destroy()

    const asked = performance.now()
    expect(await product.end('SIGTERM')).toBe(0)
    expect(performance.now() - asked).toBeLessThan(20_000)
  },
  LIMIT_MS,
)

test.concurrent(
  `the server is killed ${PROCESS_KILLS} times: every acknowledged registration exists exactly once`,
  async () => {
    const dataDir = await temporaryFolder()
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    let product = await start(environment)
    const setUp = await openDatabase(dataDir)
    const people = await createPeople(setUp, 60)
    const events = []
    // Fewer spots than simulated users.
    for (let i = 0; i < 4 + 2 * PROCESS_KILLS; i++) events.push(await createEvent(setUp, { capacity: 40 }))
    await setUp.destroy()
    const users = simulateUsers(product.url, people, events)
    for (let n = 0; n < PROCESS_KILLS; n++) {
      await waitForProgress(product, users, 15)
      await product.end('SIGKILL')
      product = await start(environment)
    }
    await waitForProgress(product, users, 15)
    await users.stop()

    const db = await openDatabase(dataDir)
    await vi.waitFor(async () => expect(await jobsLeft(db)).toEqual([]), SLOW_POLL)
    await expectAllKept(db, users)
    process.stdout.write(
      `${PROCESS_KILLS} kills: ${users.acknowledged.size} acknowledged, 0 lost, 0 doubled, 0 oversold\n`,
    )
    await db.destroy()
    expect(await product.end('SIGTERM')).toBe(0)
  },
  LIMIT_MS,
)
