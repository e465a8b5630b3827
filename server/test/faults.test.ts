// @module-tag operation
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { findRunningPostgres } from '../postgres/start.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { postgresFaults } from './postgres-faults.ts'
import { freePort, type Product, startProduct } from './product.ts'
import { fileIn, recount, settle } from './recount.ts'
import { type SimulatedUsers, simulateUsers } from './simulated-users.ts'

// The complete product under load while PostgreSQL or the server is killed. `npm run test:faults` kills more
// often. The tests mostly wait, so they run concurrently, each with its own product. The global
// `expect.poll` is bound to one test at a time, so they use `vi.waitFor`.

const KILLS = Number(process.env.FAULTS ?? 1)
const LIMIT_MS = 60_000 + 40_000 * KILLS
const POLL = { timeout: 120_000, interval: 50 }

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
  // PostgreSQL runs as a system user when root starts the product. That user cannot enter root's temporary
  // folders by default.
  await chmod(folder, 0o755)
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(environment: Record<string, string>): Promise<Product> {
  const product = await startProduct(environment)
  cleanUps.push(() => product.child.kill('SIGKILL'))
  return product
}

/** Opens a separate connection to the product's own PostgreSQL. */
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

/** Waits until the simulated users received `answers` more responses and the product is ready again. */
async function waitForProgress(product: Product, users: SimulatedUsers, answers: number): Promise<void> {
  const before = users.answered()
  await vi.waitFor(() => expect(users.answered() - before).toBeGreaterThan(answers), POLL)
  await vi.waitFor(async () => expect(await isReady(product)).toBe(true), POLL)
}

/** Expects that nothing is lost, duplicated, left over or wrong (`recount.ts`). */
async function expectAllKept(db: Db, users: SimulatedUsers, dataDir: string): Promise<void> {
  await settle(db)
  expect((await recount({ db, users, hasFile: fileIn(dataDir) })).join('\n')).toBe('')
}

test.concurrent(
  `PostgreSQL fails ${KILLS} times: no response is 500, and every job completes`,
  async () => {
    const dataDir = await temporaryFolder()
    const product = await start({ DATA_DIR: dataDir })
    const db = await openDatabase(dataDir)
    const people = await createPeople(db, 60)
    const events = []
    for (let i = 0; i < 4 + 2 * KILLS; i++) events.push(await createEvent(db))
    const users = simulateUsers(product.url, people, events)

    const faults = postgresFaults(db, join(dataDir, 'postgres'))
    for (let n = 0; n < KILLS; n++) {
      await waitForProgress(product, users, 15)
      // Repeated, because PostgreSQL may be restarting.
      await vi.waitFor(faults[n % faults.length] ?? (async () => undefined), POLL)
    }
    await waitForProgress(product, users, 15)
    await users.stop()

    await expectAllKept(db, users, dataDir)
    process.stdout.write(
      `${KILLS} faults: ${users.acknowledged.size} acknowledged, ${users.answered()} answers\n`,
    )
    await db.destroy()

    const asked = performance.now()
    expect(await product.end('SIGTERM')).toBe(0)
    expect(performance.now() - asked).toBeLessThan(20_000)
  },
  LIMIT_MS,
)

test.concurrent(
  `the server is killed ${KILLS} times: every acknowledged registration exists exactly once`,
  async () => {
    const dataDir = await temporaryFolder()
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    let product = await start(environment)
    const setUp = await openDatabase(dataDir)
    const people = await createPeople(setUp, 60)
    const events = []
    // The events have fewer spots than there are simulated users.
    for (let i = 0; i < 4 + 2 * KILLS; i++) events.push(await createEvent(setUp, { capacity: 40 }))
    await setUp.destroy()
    const users = simulateUsers(product.url, people, events)
    for (let n = 0; n < KILLS; n++) {
      await waitForProgress(product, users, 15)
      await product.end('SIGKILL')
      product = await start(environment)
    }
    await waitForProgress(product, users, 15)
    await users.stop()

    const db = await openDatabase(dataDir)
    await expectAllKept(db, users, dataDir)
    process.stdout.write(
      `${KILLS} kills: ${users.acknowledged.size} acknowledged, 0 lost, 0 doubled, 0 oversold\n`,
    )
    await db.destroy()
    expect(await product.end('SIGTERM')).toBe(0)
  },
  LIMIT_MS,
)
