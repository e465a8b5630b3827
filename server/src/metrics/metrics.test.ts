import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { recordBackup } from '#server/backup/record-backup.ts'
import { createRegistrationQueue } from '#server/features/checkout/order/registration-queue.ts'
import { createChargeJob } from '#server/features/payment/create-charge.ts'
import { expirePaymentsJob } from '#server/features/payment/sweeps/expire-payments.ts'
import { createDb, createPool, transaction } from '#server/lib/db.ts'
import { keepRunnerLocks } from '#server/lib/jobs/runner-locks.ts'
import { addJob } from '#server/lib/jobs.ts'
import { createMetrics } from '#server/lib/metrics.ts'
import { VERSION } from '#server/lib/version.ts'
import { QUEUE_OF, runJobsOnce } from '#server/worker.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { addDatabaseMetrics } from './database-metrics.ts'
import { addArchiveMetrics, addCallLimit, addDiskMetrics, addProcessMetrics } from './serve-metrics.ts'

const { db, url } = await testDatabase()
const { registry } = createMetrics()
const log = pino({ level: 'silent' })
addDatabaseMetrics(registry, { db, log, queues: QUEUE_OF })
const registrationQueue = createRegistrationQueue(db, log)
afterAll(() => registrationQueue.close())
addProcessMetrics(registry, { db, registrationQueue }, async () => true)
addArchiveMetrics(registry, async () => 0)
addCallLimit(registry, 25_000)
addDiskMetrics(registry, tmpdir())

const figure = async (series: string, of = registry): Promise<number> => {
  const [line] = (await of.metrics()).split('\n').filter((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 'NaN')
}

test('jobs are told by queue and task: how many are due, and for how long', async () => {
  await transaction(db, (tx) =>
    addJob(tx, createChargeJob, { paymentId: 1 }, { runAt: new Date(Date.now() - 60_000) }),
  )
  await transaction(db, (tx) =>
    addJob(tx, createChargeJob, { paymentId: 2 }, { runAt: new Date(Date.now() + 60_000) }),
  )
  const text = await registry.metrics()
  const labels = `{queue="money",task="${createChargeJob.name}"}`
  expect(text).toContain(`largada_jobs_due${labels} 1\n`)
  const age = Number(text.split(`largada_jobs_oldest_due_seconds${labels} `)[1]?.split('\n')[0])
  expect(age).toBeGreaterThan(59)
  expect(age).toBeLessThan(120)
})

test('the running version is a label', async () => {
  expect(await registry.metrics()).toContain(`largada_build_info{version="${VERSION}"} 1\n`)
})

test('a job that waits to be tried again counts as failing from its first failure on', async () => {
  const series = `largada_jobs_oldest_failing_seconds{queue="money",task="${createChargeJob.name}"}`
  expect(await figure(series)).toBe(0)
  // It failed five times. The pauses were e + e² + … + e⁵ seconds, and the last one has just begun.
  await transaction(db, (tx) => addJob(tx, createChargeJob, { paymentId: 3 }, { jobKey: 'failing' }))
  await sql`
    update graphile_worker._private_jobs
    set attempts = 5, last_error = 'no answer', run_at = now() + exp(5) * interval '1 second'
    where key = 'failing'`.execute(db)
  const seconds = Math.E + Math.E ** 2 + Math.E ** 3 + Math.E ** 4
  expect(await figure(series)).toBeGreaterThan(seconds - 1)
  expect(await figure(series)).toBeLessThan(seconds + 20)
})

test('the runners of living processes are counted from the database', async () => {
  expect(await figure('largada_job_runners')).toBe(0)
  const worker = await keepRunnerLocks(url, log)
  await worker.hold('one')
  await worker.hold('two')
  expect(await figure('largada_job_runners')).toBe(2)
  await worker.stop()
  await expect.poll(() => figure('largada_job_runners')).toBe(0)
})

test('the backup is as old as the installation until one is recorded', async () => {
  expect(await figure('largada_backup_age_seconds')).toBeGreaterThan(0)
  const at = new Date(Date.now() - 3_600_000)
  await db.updateTable('service_health').set({ succeeded_at: at }).where('service', '=', 'backup').execute()
  expect(Math.round((await figure('largada_backup_age_seconds')) / 60)).toBe(60)
  await recordBackup(url)
  expect(await figure('largada_backup_age_seconds')).toBeLessThan(60)
})

test('counts the differences of the last week that could not be corrected', async () => {
  const days = [
    { day: '2026-11-20', started_at: new Date() },
    { day: '2026-01-20', started_at: new Date(Date.now() - 8 * 86_400_000) },
  ]
  for (const { day, started_at } of days) {
    await db.insertInto('reconciliations').values({ provider: 'asaas', day, started_at }).execute()
    await db
      .insertInto('reconciliation_differences')
      .values({ provider: 'asaas', day, kind: 'unknown_charge', charge_id: `pay_${day}` })
      .execute()
  }
  expect(await figure('largada_reconciliation_differences')).toBe(1)
})

test('tells what a person has to do about the gateways', async () => {
  expect(await figure('largada_gateway_key_rejected')).toBe(0)
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  await db
    .insertInto('gateway_calls')
    .values({ provider: 'asaas', hour, key_rejected_at: new Date() })
    .execute()
  expect(await figure('largada_gateway_key_rejected')).toBe(1)
  const order = await createOrder(db, await createEvent(db), { payment: { status: 5 } })
  await db
    .updateTable('payments')
    .set({ refused_status: 10 })
    .where('id', '=', at(order.registrations, 0).paymentId)
    .execute()
  expect(await figure('largada_payments_refused')).toBe(1)
  expect(await figure('largada_refunds_unmatched')).toBe(0)
  expect(await figure('largada_payments_without_message')).toBe(0)
  expect(await figure('largada_refunds_to_authorize')).toBe(0)
})

test('the calls to a gateway are told with their limit', async () => {
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  await db.insertInto('gateway_calls').values({ provider: 'counted', hour, calls: 16_000 }).execute()
  expect(await figure('largada_gateway_calls')).toBe(16_000)
  expect(await figure('largada_gateway_call_limit')).toBe(25_000)
})

test('tells the free space of the disk', async () => {
  const [free, size] = [await figure('largada_disk_free_bytes'), await figure('largada_disk_size_bytes')]
  expect(size).toBeGreaterThan(free)
  expect(free).toBeGreaterThan(0)
})

test('a job is measured from when it was due, and while it runs', async () => {
  const app = await testApp(db)
  const runAt = new Date(Date.now() - 40_000)
  await transaction(db, (tx) => addJob(tx, expirePaymentsJob, {}, { runAt }))
  await runJobsOnce(app.deps)
  const ofApp = (name: string) =>
    figure(`${name}{task="${expirePaymentsJob.name}"}`, app.deps.metrics.registry)
  expect(await ofApp('largada_job_wait_seconds_sum')).toBeGreaterThanOrEqual(40)
  expect(await ofApp('largada_job_seconds_count')).toBe(1)
  expect(await ofApp('largada_job_seconds_sum')).toBeGreaterThan(0)
  await app.close()
})

test('without a database the figures of the process are still told', async () => {
  const absent = createDb(createPool('postgresql://nobody@127.0.0.1:1/none'))
  const own = new Registry()
  addDatabaseMetrics(own, { db: absent, log, queues: QUEUE_OF })
  addProcessMetrics(own, { db: absent, registrationQueue }, async () => false)
  expect(await figure('largada_ready', own)).toBe(0)
  expect(await figure('largada_job_runners', own)).toBeNaN()
  expect(await own.metrics()).not.toMatch(/^largada_(jobs|charges|backup)/m)
  await absent.destroy()
})

test.each(['ops/prometheus/alerts.yaml', 'ops/grafana/largada.json'])(
  '%s asks for metrics that exist',
  async (path) => {
    const known = new Set((await registry.getMetricsAsJSON()).map(({ name }) => name))
    const asked = (await readFile(path, 'utf8')).match(/\b(largada|nodejs|process)_[a-z0-9_]+/g) ?? []
    expect(asked.length).toBeGreaterThan(5)
    const names = new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect([...names].filter((name) => !known.has(name))).toEqual([])
  },
)
