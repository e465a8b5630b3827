import { setTimeout } from 'node:timers/promises'
import { addDays, dayIn } from '#contract/dates.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import type { PaymentGateway } from '#server/features/payment/gateways/gateway.ts'
import { expirePayments } from '#server/features/payment/sweeps/expire-payments.ts'
import { reconcilePayments } from '#server/features/payment/sweeps/reconcile-payments.ts'
import type { SweepResult } from '#server/features/payment/sweeps/sweep-job.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { createEvent } from '../server/test/factories/event.ts'
import { manyPayments } from '../server/test/many-payments.ts'
import { type Bench, perSecond, type Table } from './bench.ts'
import { withDatabase } from './database.ts'

const COUNT = 2_000
const BACKLOG = 20_000
const LATENCY_MS = 100
/** Processing the backlog of an outage must not take longer. */
const LIMIT_MINUTES = 60

/** A gateway with network latency where every charge is open. */
const slowGateway = (gateway: PaymentGateway): PaymentGateway => ({
  ...gateway,
  async findCharges(externalReference) {
    await setTimeout(LATENCY_MS)
    const id = `cob_${externalReference.split(':')[1]}`
    return [
      {
        id,
        externalReference,
        status: 0,
        amountCents: 11_000,
        paidAt: null,
        paymentLink: '',
        feeCents: null,
      },
    ]
  },
  async cancelCharge() {
    await setTimeout(LATENCY_MS)
    return true
  },
})

export const sweeps: Bench = {
  name: 'sweeps',
  about: `duration of the payment sweeps after an outage, with a gateway latency of ${LATENCY_MS} ms`,
  run: () =>
    withDatabase(async (db) => {
      const app = await testApp(db)
      app.deps.gateway = slowGateway(app.deps.gateway)
      const race = await createEvent(db)
      const today = dayIn(BANK_ZONE, new Date())
      const cases: [string, string, (deps: TestApp['deps']) => Promise<SweepResult>][] = [
        ['reconciling', addDays(today, 9), reconcilePayments],
        ['expiring', addDays(today, -1), expirePayments],
      ]
      const table: Table = {
        title: 'A backlog of payments',
        columns: ['', 'payments', 'seconds', 'per second', `minutes for ${BACKLOG.toLocaleString('en')}`],
        rows: [],
        broken: [],
      }
      for (const [name, dueOn, sweep] of cases) {
        const createdAt = new Date(Date.now() - 3_600_000)
        await manyPayments(db, race, { count: COUNT, dueOn, isCharged: true, createdAt })
        const started = performance.now()
        while ((await sweep(app.deps)).remaining === 'more');
        const took = performance.now() - started
        const minutes = Math.round(((took / COUNT) * BACKLOG) / 6_000) / 10
        table.rows.push([name, COUNT, Math.round(took / 1000), perSecond(COUNT, took), minutes])
        if (minutes > LIMIT_MINUTES) table.broken?.push(`${name}: ${minutes} minutes`)
      }
      await app.close()
      return [table]
    }),
}
