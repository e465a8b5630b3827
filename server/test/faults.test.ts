import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDb, createPool, type Db, poolOf } from '#server/lib/db.ts'
import { findRunningPostgres } from '../postgres/start.ts'
import { type Crowd, gatherCrowd } from './crowd.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { freePort, type Product, startProduct } from './product.ts'

// The whole product under load, while what it runs on is killed. `npm run test:faults` kills more often.
// Both tests wait most of the time, so they run at once, each with a product of its own.

const KILLS = Number(process.env.FAULTS ?? 0)
const DATABASE_KILLS = KILLS || 6
const PROCESS_KILLS = KILLS || 3
const LIMIT_MS = 60_000 + 40_000 * Math.max(DATABASE_KILLS, PROCESS_KILLS)
const PATIENCE = { timeout: 120_000, interval: 50 }
/** Each look is an attempt more for what fails. A charge that was being made when all was lost is claimed for a minute. */
const UNHURRIED = { timeout: 160_000, interval: 8_000 }

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

/** The product's own PostgreSQL, seen from beside it. */
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

/** Until the crowd got answers again, all of the product works, and there is something to kill under load. */
async function goOn(product: Product, crowd: Crowd, answers: number): Promise<void> {
  const before = crowd.answered()
  await expect.poll(() => crowd.answered() - before, PATIENCE).toBeGreaterThan(answers)
  await expect.poll(() => isReady(product), PATIENCE).toBe(true)
}

/** While PostgreSQL starts again the question is put again. */
async function askedAgain<T>(question: () => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined
  await expect
    .poll(async () => {
      answer = await question().then(
        (value) => ({ value }),
        () => undefined,
      )
      return answer !== undefined
    }, PATIENCE)
    .toBe(true)
  return (answer as { value: T }).value
}

const kill = (pid: number | undefined) => {
  if (pid) process.kill(pid, 'SIGKILL')
}

/** The ways in which PostgreSQL is hurt, in turn: the whole of it, one process of it by force, and single connections of each kind. */
function waysToHurt(db: Db, dataDir: string): (() => Promise<unknown>)[] {
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

/** What is left to do or failed, said so that a failure of this test explains itself. */
async function jobsLeft(db: Db): Promise<string[]> {
  // Due at once: nobody waits for pauses that grew while PostgreSQL was away.
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
  // An order of the crowd is one person's: two rows of a key would be one order twice.
  expect(new Set(rows.map((row) => row.idempotency_key)).size).toBe(rows.length)
  return new Map(rows.map((row) => [row.idempotency_key, row.id]))
}

/** Nothing that was answered is missing, and nothing is there twice or too much. */
async function expectKept(db: Db, crowd: Crowd): Promise<void> {
  const stored = await storedKeys(db)
  const lost = [...crowd.acknowledged].filter(([key, id]) => stored.get(key) !== id)
  expect(lost).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
  expect(crowd.wrong).toEqual([])
}

test.concurrent(
  `PostgreSQL is hurt ${DATABASE_KILLS} times: nobody hears 500, and every job is done`,
  async () => {
    const dataDir = await temporaryFolder()
    const product = await start({ DATA_DIR: dataDir })
    const db = await openDatabase(dataDir)
    const people = await createPeople(db, 60)
    const events = []
    for (let i = 0; i < 4 + 2 * DATABASE_KILLS; i++) events.push(await createEvent(db))
    const crowd = gatherCrowd(product.url, people, events)

    const ways = waysToHurt(db, dataDir)
    for (let n = 0; n < DATABASE_KILLS; n++) {
      await goOn(product, crowd, 15)
      await askedAgain(ways[n % ways.length] ?? (async () => undefined))
    }
    await goOn(product, crowd, 15)
    await crowd.leave()

    await expect.poll(() => jobsLeft(db), UNHURRIED).toEqual([])
    await expectKept(db, crowd)
    const { rows } = await sql`
    select p.id from payments p left join sandbox.charges c on c.id = p.charge_id
    where p.status = 0 and p.payment_link is null or c.status = 'RECEIVED' and p.status <> 2`.execute(db)
    expect(rows, 'charges that were not made, and money that was not heard of').toEqual([])
    process.stdout.write(
      `${DATABASE_KILLS} times hurt: ${crowd.acknowledged.size} acknowledged, ${crowd.answered()} answers\n`,
    )
    await db.destroy()

    const asked = performance.now()
    expect(await product.end('SIGTERM')).toBe(0)
    expect(performance.now() - asked).toBeLessThan(20_000)
  },
  LIMIT_MS,
)

test.concurrent(
  `the whole process is killed ${PROCESS_KILLS} times: what was answered is there, once`,
  async () => {
    const dataDir = await temporaryFolder()
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    let product = await start(environment)
    const setUp = await openDatabase(dataDir)
    const people = await createPeople(setUp, 60)
    const events = []
    // The last places are fought for.
    for (let i = 0; i < 4 + 2 * PROCESS_KILLS; i++) events.push(await createEvent(setUp, { capacity: 40 }))
    await setUp.destroy()
    const crowd = gatherCrowd(product.url, people, events)
    for (let n = 0; n < PROCESS_KILLS; n++) {
      await goOn(product, crowd, 15)
      await product.end('SIGKILL')
      product = await start(environment)
    }
    await goOn(product, crowd, 15)
    await crowd.leave()

    const db = await openDatabase(dataDir)
    await expect.poll(() => jobsLeft(db), UNHURRIED).toEqual([])
    await expectKept(db, crowd)
    process.stdout.write(
      `${PROCESS_KILLS} kills: ${crowd.acknowledged.size} acknowledged, 0 lost, 0 doubled, 0 oversold\n`,
    )
    await db.destroy()
    expect(await product.end('SIGTERM')).toBe(0)
  },
  LIMIT_MS,
)
