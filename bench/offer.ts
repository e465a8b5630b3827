import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { API_BASE } from '#contract/route.ts'
import type { Db } from '#server/lib/db.ts'
import { createEvent, type EventOptions, type TestEvent } from '../server/test/factories/event.ts'
import { createOrder } from '../server/test/factories/order.ts'
import { type Bench, perSecond, type Table } from './bench.ts'
import { withDatabase } from './database.ts'

const SECONDS = 8
const CONNECTIONS = 20
const SIZES = ['PP', 'P', 'M', 'G', 'GG'].map((name) => ({ name, capacity: 100 }))

const shape = (modalities: number, categories: number, kits: number): EventOptions => ({
  capacity: 100_000,
  modalities: Array.from({ length: modalities }, (_, i) => ({
    name: `${i + 1} km`,
    categories: Array.from({ length: categories }, (_, n) => ({ name: `Faixa ${n + 1}`, capacity: 500 })),
  })),
  kits: Array.from({ length: kits }, (_, i) => ({ name: `Kit ${i + 1}`, capacity: 500, sizes: SIZES })),
  terms: [{ name: 'Regulamento', description: 'Texto. '.repeat(1_000) }],
})

const RACES: [string, EventOptions][] = [
  ['3 modalities, 12 categories, 4 kits', shape(3, 4, 4)],
  ['20 modalities, 200 categories, 100 kits', shape(20, 10, 100)],
]

/** Requests of the wizard for an event's offer with its remaining stock. */
export const offer: Bench = {
  name: 'offer',
  about:
    'requests per second for the offer of an event, as the wizard reads it; load generator on the same machine',
  run: () =>
    withDatabase(async (db, url) => {
      const server = fork(new URL('./server.ts', import.meta.url), [url], { execArgv: [] })
      const [address] = (await once(server, 'message')) as [string]
      const rows: Table['rows'] = []
      for (const [name, options] of RACES) {
        const event = await createEvent(db, options)
        rows.push([name, ...(await measure(db, address, event))])
      }
      server.disconnect()
      await once(server, 'exit')
      const columns = ['', 'per second', 'p50 ms', 'p99 ms', 'kB each']
      return [{ title: `The offer, ${CONNECTIONS} connections`, columns, rows }]
    }),
}

async function measure(db: Db, address: string, event: TestEvent): Promise<number[]> {
  const path = `${API_BASE}/events/slug/${event.slug}`
  const left = async () =>
    (await (await fetch(address + path)).json()).data.products[0].shirt_sizes[0].quantity
  const before = await left()
  const started = performance.now()
  const running = autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ path }],
  })
  await createOrder(db, event)
  const after = await left()
  const result = await running
  if (result.non2xx > 0 || result.errors > 0 || after !== before - 1)
    throw new Error(
      `the figures are worthless: ${result.non2xx} refused, ${result.errors} failed, ${after} left`,
    )
  return [
    perSecond(result['2xx'], performance.now() - started),
    result.latency.p50,
    result.latency.p99,
    Math.round(result.throughput.total / result['2xx'] / 1024),
  ]
}
