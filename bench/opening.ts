import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FOLD_MS } from '#server/features/payment/emails/payment-due.ts'
import type { Db } from '#server/lib/db.ts'
import { createEvent } from '#test/factories/event.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { freePort, type Product, startProduct } from '#test/product.ts'
import { type Bench, perSecond, quantile, type Table } from './bench.ts'
import { withDatabase } from './database.ts'
import { AS_STARTED, AS_STARTED_ENV } from './memory.ts'
import { watchPayers } from './payers.ts'
import { sendLoad, startServices, watchCpu } from './processes.ts'
import { buyers, expectAnswers, FREE, order, PAID, REGISTERED } from './rush.ts'
import { readSteps, stepTable } from './time-spent.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 4_000)
const POLL_MS = 50

/** The whole product as `npm start` runs it, with its jobs, from the first request to the last e-mail. */
export const opening: Bench = {
  name: 'opening',
  about: `${ORDERS.toLocaleString('en')} registrations with charges and e-mails, jobs included; ms: CPU time for each registration`,
  run: () =>
    withDatabase(async (db, url) => {
      const folder = await mkdtemp(join(tmpdir(), 'largada-bench-'))
      const services = await startServices()
      const metricsAddress = `127.0.0.1:${await freePort()}`
      const product = await startProduct({
        DATABASE_URL: url,
        DATA_DIR: folder,
        METRICS_ADDRESS: metricsAddress,
        SECOND_FACTOR: 'optional',
        NODE_OPTIONS: AS_STARTED.join(' '),
        ...AS_STARTED_ENV,
        ...services.environment,
        ASAAS_CALL_LIMIT: '10000000',
      })
      try {
        const rows: Table['rows'] = []
        // The first run shows how fast a process is that has just started.
        for (const [name, options] of [
          ['just started, free', FREE],
          ['free', FREE],
          ['paid', PAID],
        ] as const)
          for (const [connections, orders] of [
            [500, ORDERS],
            [20, ORDERS / 4],
          ] as const) {
            const event = await createEvent(db, options)
            rows.push([
              `${name}, ${connections} connections`,
              ...(await open(db, product, { event, connections, orders, services, isPaid: name === 'paid' })),
            ])
          }
        const event = await createEvent(db, PAID)
        const before = await readSteps(metricsAddress)
        const [payers] = await Promise.all([
          watchPayers(db, { eventId: event.id, orders: ORDERS, url: product.url, services }),
          open(db, product, { event, connections: 500, orders: ORDERS, services, isPaid: true }),
        ])
        return [
          {
            title: 'Registrations with everything that follows',
            columns: [
              '',
              'answered/s',
              'p50 ms',
              'p99 ms',
              'charged/s',
              'e-mailed/s',
              'server ms',
              'PostgreSQL ms',
            ],
            rows,
            broken: await brokenInvariants(db),
          },
          payers,
          stepTable('The time of their steps', await readSteps(metricsAddress), before),
        ]
      } finally {
        await product.end('SIGTERM')
        await services.stop()
        await rm(folder, { recursive: true, force: true })
      }
    }),
}

interface Opening {
  event: Awaited<ReturnType<typeof createEvent>>
  connections: number
  orders: number
  services: Awaited<ReturnType<typeof startServices>>
  isPaid: boolean
}

async function open(db: Db, product: Product, { event, connections, orders, services, isPaid }: Opening) {
  const users = await buyers(db, [event], orders)
  const before = await services.count()
  const cpu = await watchCpu(db, [{ pid: product.child.pid ?? 0 }])
  const started = performance.now()
  let chargedMs = 0
  const finishing = finished()
  const load = await sendLoad({
    addresses: [product.url],
    connections,
    tokens: users.map(({ token }) => token),
    events: [{ id: event.id, body: JSON.stringify(order(event)) }],
  })
  expectAnswers(load.answers, { [REGISTERED]: orders })
  const emailedMs = await finishing
  const used = cpu()
  return [
    perSecond(orders, load.elapsedMs),
    quantile(load.durations, 0.5),
    quantile(load.durations, 0.99),
    isPaid ? perSecond(orders, chargedMs) : '',
    perSecond(orders, emailedMs),
    ...[used.server, used.postgres].map((us) => Math.round(us / orders / 10) / 100),
  ]

  /** Milliseconds until the last e-mail was accepted, without the delay that e-mails have by design. */
  async function finished(): Promise<number> {
    for (;;) {
      await wait(POLL_MS)
      const { charges, emails } = await services.count()
      if (isPaid && chargedMs === 0 && charges - before.charges >= orders)
        chargedMs = performance.now() - started
      if (emails - before.emails >= orders) return performance.now() - started - (isPaid ? FOLD_MS : 0)
    }
  }
}
