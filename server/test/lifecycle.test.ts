// @module-tag operation
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { sendVerificationMail } from '#server/features/account/jobs.ts'
import { createChargeJob } from '#server/features/payment/create-charge.ts'
import { createDb, createPool, type Db, transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { testDatabase } from './database.ts'
import { createEvent, type TestEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { lossyNetwork } from './lossy-network.ts'
import { freePort, type Product, refusedStart, startProduct } from './product.ts'
import { submission } from './wizard.ts'

// The complete product in real processes that are stopped and killed. Tests wait only for externally visible
// state. They run concurrently, each with its own data, because they mostly wait.

vi.setConfig({ testTimeout: 60_000 })
const POLL = { timeout: 30_000, interval: 50 }

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const drained = await testDatabase()
const hanging = await testDatabase()
const draining = await testDatabase()
const seeded = await testDatabase()
const warmed = await testDatabase()

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

async function register(product: Product, db: Db, event: TestEvent): Promise<number> {
  const { token } = await createUser(db)
  const answer = await fetch(`${product.url}${API_BASE}/events/${event.id}/register-participant`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(submission(event)),
  })
  return answer.status
}

const statusOf = async (product: Product, path: string): Promise<number> =>
  (await fetch(product.url + path)).status
const linksOf = async (db: Db): Promise<(string | null)[]> =>
  (await db.selectFrom('payments').select('hosted_link').orderBy('id').execute()).map(
    (payment) => payment.hosted_link,
  )
const chargeJobs = async (db: Db): Promise<number> =>
  Number(
    (
      await sql<{ n: string }>`select count(*) as n from graphile_worker.jobs
        where task_identifier = ${createChargeJob.name}`.execute(db)
    ).rows[0]?.n,
  )
const waitingForLocks = async (db: Db): Promise<number> =>
  Number(
    (
      await sql<{ n: string }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    ).rows[0]?.n,
  )

test.concurrent('SIGTERM drains: accepted requests are answered, running jobs finish, others wait for the next start', async ({
  expect,
}) => {
  const { db, url: databaseUrl } = drained
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: await temporaryFolder() }
  const product = await start(environment)
  expect(product.announcement).toMatch(/^Largada está no ar: http:\/\/localhost:\d+\n/)
  expect(product.announcement).not.toContain('demonstração')
  expect(await statusOf(product, '/health/live')).toBe(200)
  expect(await statusOf(product, '/health/ready')).toBe(200)

  const event = await createEvent(db)
  expect(await register(product, db, event)).toBe(201)
  await expect.poll(() => chargeJobs(db), POLL).toBe(0)
  const { id: paymentId } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const enqueue = () => transaction(db, (tx) => addJob(tx, createChargeJob, { paymentId }))

  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table payments in access exclusive mode')
  const slow = register(product, db, event)
  await enqueue()
  await expect.poll(() => waitingForLocks(db), POLL).toBeGreaterThanOrEqual(2)

  const ended = product.end('SIGTERM')
  await expect.poll(() => statusOf(product, '/health/ready'), POLL).toBe(503)
  expect(await statusOf(product, '/health/live')).toBe(200)
  await enqueue()
  await holder.query('commit')
  await holder.end()

  expect(await slow).toBe(201)
  expect(await ended).toBe(0)
  // The job added during the shutdown, and the job of the slow registration unless its charge was created
  // first.
  expect(await chargeJobs(db)).toBeGreaterThanOrEqual(1)

  const next = await start(environment)
  await expect.poll(() => linksOf(db), POLL).toEqual([expect.any(String), expect.any(String)])
  await expect.poll(() => chargeJobs(db), POLL).toBe(0)
  expect(await next.end('SIGTERM')).toBe(0)
})

test.concurrent('a process that shuts down accepts requests for DRAIN_SECONDS, also with several web processes', async ({
  expect,
}) => {
  const { db, url: databaseUrl } = draining
  const environment = { DATABASE_URL: databaseUrl, DRAIN_SECONDS: '5' }
  const event = await createEvent(db)
  await Promise.all(
    ['1', '2'].map(async (processes) => {
      const product = await start({
        ...environment,
        DATA_DIR: await temporaryFolder(),
        WEB_CONCURRENCY: processes,
      })
      const asked = performance.now()
      const ended = product.end('SIGTERM')
      await expect.poll(() => statusOf(product, '/health/ready'), POLL).toBe(503)
      expect(await register(product, db, event)).toBe(201)
      expect(await ended).toBe(0)
      expect(performance.now() - asked).toBeGreaterThan(5_000)
    }),
  )
})

test.concurrent('SIGKILL of the server, and of server and database, loses no acknowledged registration', async ({
  expect,
}) => {
  const environment = { DATA_DIR: await temporaryFolder() }
  const first = await start(environment)
  const location = /PostgreSQL embutido, em (.+)/.exec(first.announcement)?.[1] ?? ''
  expect(first.announcement).toContain(`E-mails: arquivos em ${environment.DATA_DIR}/mail`)

  const second = await refusedStart({ ...environment, PORT: String(await freePort()) })
  expect(second.code).toBe(1)
  expect(second.errorOutput).toContain(`Outro servidor da Largada já usa a pasta ${environment.DATA_DIR}`)
  expect(second.errorOutput.split('\n')).toHaveLength(1)

  await registerWithoutGateway(first, location)
  await first.end('SIGKILL')
  const afterServer = await start(environment)
  await waitForLinks(location, 1)

  await registerWithoutGateway(afterServer, location)
  const [postmaster = ''] = await postmasterFile(location)
  // The server is paused first, because it would restart PostgreSQL.
  afterServer.child.kill('SIGSTOP')
  process.kill(Number(postmaster), 'SIGKILL')
  await afterServer.end('SIGKILL')
  const afterEverything = await start(environment)
  await waitForLinks(location, 2)
  expect(await afterEverything.end('SIGTERM')).toBe(0)
})

const postmasterFile = async (location: string): Promise<string[]> =>
  (await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')

/** Runs a function on the embedded PostgreSQL of a running product. */
async function onDatabaseOf<T>(location: string, run: (db: Db) => Promise<T>): Promise<T> {
  const password = await readFile(join(location, '../postgres-password'), 'utf8')
  const port = (await postmasterFile(location))[3]
  const own = createDb(createPool(`postgresql://largada:${password.trim()}@127.0.0.1:${port}/largada`))
  try {
    return await run(own)
  } finally {
    await own.destroy()
  }
}

/** Registers while the gateway fails, so that a job must create the payment link. */
const registerWithoutGateway = (product: Product, location: string): Promise<void> =>
  onDatabaseOf(location, async (own) => {
    const event = await createEvent(own)
    const before = (await linksOf(own)).length
    await sql`alter table sandbox.charges rename to charges_away`.execute(own)
    expect(await register(product, own, event)).toBe(201)
    expect((await linksOf(own)).slice(before)).toEqual([null])
    // The process is paused, so that only the next start can retry when the gateway works again.
    product.child.kill('SIGSTOP')
    await sql`alter table sandbox.charges_away rename to charges`.execute(own)
  })

const waitForLinks = (location: string, count: number): Promise<void> =>
  onDatabaseOf(location, async (own) => {
    const links = Array.from({ length: count }, () => expect.any(String))
    await vi.waitFor(async () => expect(await linksOf(own)).toEqual(links), POLL)
  })

test.concurrent('SIGTERM ends the process within 20 s although mail server and database connection hang', async ({
  expect,
}) => {
  const { db, url: databaseUrl } = hanging
  const network = await lossyNetwork(databaseUrl)
  cleanUps.push(() => network.stop())
  const hangingServer = createServer(() => undefined)
  await new Promise<void>((resolve) => hangingServer.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => hangingServer.close())
  const address = hangingServer.address()
  const product = await start({
    DATABASE_URL: network.url,
    DATA_DIR: await temporaryFolder(),
    SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  })
  const { id: userId } = await createUser(db, { emailVerifiedAt: null })
  const connected = once(hangingServer, 'connection')
  await transaction(db, (tx) => addJob(tx, sendVerificationMail, { userId }))
  await connected
  const event = await createEvent(db)
  network.drop('all')
  const unanswered = register(product, db, event).catch(() => 'cut')
  await expect.poll(() => statusOf(product, '/health/ready'), POLL).toBe(503)

  const asked = performance.now()
  await product.end('SIGTERM')
  expect(performance.now() - asked).toBeLessThan(20_500)
  expect(await unanswered).not.toBe(201)
})

test.concurrent('a start renders the pages of coming races and opens connections without a request', async ({
  expect,
}) => {
  await createEvent(warmed.db)
  const metricsAddress = `127.0.0.1:${await freePort()}`
  await start({
    DATABASE_URL: warmed.url,
    DATA_DIR: await temporaryFolder(),
    METRICS_ADDRESS: metricsAddress,
    DATABASE_POOL: '7',
  })
  const metrics = async () => (await fetch(`http://${metricsAddress}/metrics`)).text()
  // On a busy machine the start does not wait for all of them.
  await expect.poll(metrics, POLL).toContain('largada_pages_total{found="none"} 2')
  const connections = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'largada' and pid <> pg_backend_pid()`.execute(
      warmed.db,
    )
    return rows.length
  }
  await expect.poll(connections, POLL).toBe(7)
})

test.concurrent('with any setting of a production installation no demo account can log in', {
  // Four starts in one test: they share a folder, so that its database is created once.
  timeout: 180_000,
}, async ({ expect }) => {
  const DATA_DIR = await temporaryFolder()
  const settings: Record<string, string>[] = [
    { SMTP_URL: 'smtp://127.0.0.1:9' },
    { PUBLIC_URL: 'https://corre.com.br' },
    { NODE_ENV: 'production' },
    {
      PAYMENT_GATEWAY: 'asaas',
      ASAAS_API_URL: 'https://asaas.example/v3',
      ASAAS_API_KEY: '$aact_hmlg_0123456789',
      ASAAS_WEBHOOK_TOKEN: 'x'.repeat(32),
    },
  ]
  for (const setting of settings) {
    const product = await start({ DATA_DIR, DEMO: '', ...setting })
    expect(product.announcement).not.toContain('largada-demo')
    const answer = await fetch(`${product.url}${API_BASE}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@largada.test', password: 'largada-demo' }),
    })
    expect(answer.status, JSON.stringify(setting)).toBe(401)
    await product.end('SIGTERM')
  }
})

test.concurrent('a database with demo data starts only as the demo', async ({ expect }) => {
  const DATABASE_URL = seeded.url
  const DATA_DIR = await temporaryFolder()
  await createUser(seeded.db, { email: 'admin@largada.test' })
  const refusal = {
    code: 1,
    errorOutput: expect.stringMatching(/^Este banco de dados é da demonstração.+DEMO=on\.$/),
  }
  expect(await refusedStart({ DATA_DIR, DATABASE_URL })).toEqual(refusal)
  expect(await refusedStart({ DATA_DIR, DATABASE_URL, DEMO: '' })).toEqual(refusal)
})

test.concurrent('a refused start prints one sentence and exits with code 1', async ({ expect }) => {
  const DATA_DIR = await temporaryFolder()
  expect(await refusedStart({ DATA_DIR, PORT: 'oitenta' })).toEqual({
    code: 1,
    errorOutput: 'PORT precisa ser um número de 1 a 65535.',
  })
  expect(await refusedStart({ DATA_DIR, PAYMENT_GATEWAY: '' })).toEqual({
    code: 1,
    errorOutput: expect.stringMatching(/^Fora do modo de demonstração, PAYMENT_GATEWAY precisa .+\.$/),
  })

  expect(await refusedStart({ DATA_DIR, PAYMENT_GATEWAY: 'asaas' })).toEqual({
    code: 1,
    errorOutput: 'PAYMENT_GATEWAY=asaas precisa de ASAAS_API_URL, ASAAS_API_KEY e ASAAS_WEBHOOK_TOKEN.',
  })

  const occupant = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => occupant.listen(port, '127.0.0.1', resolve))
  cleanUps.push(() => occupant.close())
  expect(
    await refusedStart({ DATA_DIR, DATABASE_URL: drained.url, HOST: '127.0.0.1', PORT: String(port) }),
  ).toEqual({
    code: 1,
    errorOutput: `A porta ${port} já está em uso. Escolha outra com PORT ou METRICS_ADDRESS.`,
  })
})
