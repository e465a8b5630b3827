import { readFile } from 'node:fs/promises'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { createMetrics } from '#server/lib/metrics.ts'
import { LANE_OF } from '#server/worker.ts'
import { testDatabase } from '../../test/database.ts'
import { createRegistrationQueue } from '../features/checkout/registration-queue.ts'
import { createChargeJob } from '../features/payment/create-charge.ts'
import { addDatabaseMetrics } from './database-metrics.ts'
import { addProcessMetrics } from './serve-metrics.ts'

const { db } = await testDatabase()
const { registry } = createMetrics()
addDatabaseMetrics(registry, db, LANE_OF)
const registrationQueue = createRegistrationQueue(db, pino({ level: 'silent' }))
afterAll(() => registrationQueue.close())
addProcessMetrics(registry, { db, registrationQueue })

test('jobs are told by lane and task: how many are due, and for how long', async () => {
  await transaction(db, (tx) =>
    addJob(tx, createChargeJob, { paymentId: 1 }, { runAt: new Date(Date.now() - 60_000) }),
  )
  await transaction(db, (tx) =>
    addJob(tx, createChargeJob, { paymentId: 2 }, { runAt: new Date(Date.now() + 60_000) }),
  )
  const text = await registry.metrics()
  const labels = `{lane="money",task="${createChargeJob.name}"}`
  expect(text).toContain(`largada_jobs_due${labels} 1\n`)
  const age = Number(text.split(`largada_jobs_oldest_due_seconds${labels} `)[1]?.split('\n')[0])
  expect(age).toBeGreaterThan(59)
  expect(age).toBeLessThan(120)
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
