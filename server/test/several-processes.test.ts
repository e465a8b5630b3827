// @module-tag operation
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { freePort, type Product, refusedStart, startProduct } from './product.ts'
import { startS3Server } from './s3-server.ts'
import { submission } from './wizard.ts'

// Processes of one installation: several web processes on one port, or web and worker processes. They share
// only the database and the data folder.

vi.setConfig({ testTimeout: 120_000 })
const POLL = { timeout: 60_000, interval: 50 }

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
const environment = { DATABASE_URL: url, DATA_DIR: folder }
const products: Product[] = []
afterAll(async () => {
  for (const product of products) product.child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(settings: Record<string, string>): Promise<Product> {
  const product = await startProduct({ ...environment, ...settings })
  products.push(product)
  return product
}

async function webProcessesOf({ child }: Product): Promise<number[]> {
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

async function call(product: Product, path: string, token?: string, body?: unknown): Promise<Response> {
  return fetch(product.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      // Each call uses its own connection, so that calls are spread over the processes.
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const waitingJobs = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`.execute(db)
  return rows[0]?.n ?? 0
}

test('web processes share a port; one that is killed is replaced, and SIGTERM ends all', async () => {
  const metricsAddress = `127.0.0.1:${await freePort()}`
  const product = await start({ WEB_CONCURRENCY: '2', METRICS_ADDRESS: metricsAddress })
  const before = await webProcessesOf(product)
  expect(before).toHaveLength(2)

  const event = await createEvent(db)
  const runners = await Promise.all(Array.from({ length: 6 }, () => createUser(db)))
  const answers = await Promise.all(
    runners.map(({ token }) =>
      call(product, `${API_BASE}/events/${event.id}/register-participant`, token, submission(event)),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(runners.map(() => 201))
  // The first process runs the jobs of these calls.
  await expect.poll(waitingJobs, POLL).toBe(0)

  // Figures of both processes are added up; figures of the database are counted once.
  const metrics = await (await fetch(`http://${metricsAddress}/metrics`)).text()
  expect(metrics).toContain('largada_orders_total{outcome="registered"} 6\n')
  expect(metrics).toMatch(/^largada_http_request_seconds_count\{.*register-participant.*\} 6$/m)
  expect(metrics.match(/^largada_webhooks_waiting 0$/gm)).toHaveLength(1)
  expect(metrics.match(/^# TYPE \S+/gm)?.length).toBe(new Set(metrics.match(/^# TYPE \S+/gm)).size)
  for (const { email, cpf } of runners) expect(metrics).not.toMatch(new RegExp(`${email}|${cpf}`))

  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(() => webProcessesOf(product), POLL).toHaveLength(1)
  expect((await call(product, '/health/ready')).status).toBe(200)
  await expect.poll(() => webProcessesOf(product), POLL).toHaveLength(2)
  expect(await webProcessesOf(product)).not.toContain(before[0])

  const after = await webProcessesOf(product)
  expect(await product.end('SIGTERM')).toBe(0)
  for (const pid of after) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a process without the data folder serves files from a bucket; an unreachable bucket prevents the start', async () => {
  const bucket = await startS3Server()
  bucket.objects.set('events/rota.pdf', { bytes: Buffer.from('%PDF-1.7'), changedAt: new Date() })
  const product = await start({ ROLE: 'web', STORAGE_URL: bucket.address })
  const answer = await call(product, '/storage/events/rota.pdf')
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(await answer.text()).toBe('%PDF-1.7')

  const wrong = bucket.address.replace('/largada?', '/outro?')
  expect(await refusedStart({ ...environment, STORAGE_URL: wrong })).toEqual({
    code: 1,
    errorOutput: 'O armazenamento de STORAGE_URL não abriu: NoSuchBucket',
  })
  await bucket.stop()
})

test('a web process leaves jobs to a worker; a change reaches the pages of every process', async () => {
  const webs = await Promise.all([start({ ROLE: 'web' }), start({ ROLE: 'web' })])
  const [web] = webs
  const event = await createEvent(db, { title: 'Corrida de Antes' })
  const titleOf = async (product: Product) =>
    /<title>(.+?) ·/.exec(await (await call(product, `/events/${event.slug}`)).text())?.[1]
  for (const each of webs) expect(await titleOf(each)).toBe('Corrida de Antes')

  const { token } = await createUser(db)
  const path = `${API_BASE}/events/${event.id}/register-participant`
  expect((await call(web, path, token, submission(event))).status).toBe(201)
  expect(await waitingJobs()).toBeGreaterThan(0)

  await db
    .updateTable('events')
    .set((eb) => ({ title: 'Corrida de Depois', version: eb('version', '+', 1) }))
    .where('id', '=', event.id)
    .execute()
  for (const each of webs) await expect.poll(() => titleOf(each), POLL).toBe('Corrida de Depois')

  expect(await waitingJobs()).toBeGreaterThan(0)
  const worker = await start({ ROLE: 'worker', PUBLIC_URL: web.url })
  expect(worker.announcement).toContain('este processo executa tarefas')
  await expect.poll(waitingJobs, POLL).toBe(0)
  expect((await call(worker, '/health/ready')).status).toBe(200)
  expect((await call(worker, '/')).status).toBe(404)
  const sameAddress = await start({ ROLE: 'worker', PUBLIC_URL: web.url, PORT: new URL(worker.url).port })
  expect(await Promise.all([...webs, worker, sameAddress].map((product) => product.end('SIGTERM')))).toEqual([
    0, 0, 0, 0,
  ])
})
