import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { API_BASE } from '#contract/route.ts'
import { createEvent } from '#test/factories/event.ts'
import { type Bench, quantile } from './bench.ts'
import { withDatabase } from './database.ts'
import { startServer } from './processes.ts'
import type { Attack } from './send-bodies.ts'

const MB = 1024 * 1024
const SECONDS = 8
const ASK_EVERY_MS = 20
/** The attacks may slow a visitor's median by this much, and a health check may take this long. */
const MOST_ADDED_MS = 20
const MOST_HEALTH_MS = 200

const keys = (bytes: number): string => {
  const entries = Array.from({ length: Math.floor(bytes / 11) }, (_, n) => `"${100_000 + (n % 900_000)}":1`)
  return `{${entries.join()}}`
}
const JSON_TYPE = 'application/json'
const form = (bytes: number) =>
  `--x\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n\r\n${'x'.repeat(bytes)}\r\n--x--\r\n`

/** Each connection sends its body again as soon as it is answered or closed. */
const flood = (name: string, path: string, addresses: number, body: string, type = JSON_TYPE) => ({
  name,
  path,
  addresses,
  connections: Math.max(8, addresses),
  type,
  body,
})
const ATTACKS = [
  flood('1 MB of keys to /login', '/login', 1, keys(MB)),
  flood('1 MB of [ to /login', '/login', 1, '['.repeat(MB)),
  flood('60 KB of keys to /register', '/register', 1, keys(60_000)),
  flood('14 MB of keys to /register', '/register', 24, keys(14 * MB)),
  flood('forms of 9 MB to /register', '/register', 24, form(9 * MB), 'multipart/form-data; boundary=x'),
]

export const hostileBodies: Bench = {
  name: 'hostile-bodies',
  about: `costly request bodies for ${SECONDS} seconds each, and what a visitor and a health check wait meanwhile; limits on`,
  run: () =>
    withDatabase(async (db, url) => {
      await createEvent(db)
      const server = await startServer(url, { keeps: true, limited: true })
      const measure = () =>
        Promise.all([ask(`${server.address}${API_BASE}/events`), ask(`${server.address}/health/live`)])
      await measure()
      const [calm, calmHealth] = await measure()
      const rows = [['nothing', 0, quantile(calm, 0.5), quantile(calm, 0.99), Math.max(...calmHealth)]]
      const broken: string[] = []
      for (const attack of ATTACKS) {
        const stop = startAttack(new URL(server.address), attack)
        const [visitor, health] = await measure()
        const answers = await stop()
        const [median, longest] = [quantile(visitor, 0.5), Math.max(...health)]
        if (median - quantile(calm, 0.5) >= MOST_ADDED_MS)
          broken.push(`${attack.name}: a visitor's median is ${median} ms`)
        if (longest > MOST_HEALTH_MS) broken.push(`${attack.name}: a health check took ${longest} ms`)
        const addresses = attack.addresses === 1 ? 'one address' : `${attack.addresses} addresses`
        rows.push([`${attack.name}, ${addresses}`, answers, median, quantile(visitor, 0.99), longest])
      }
      await server.stop()
      const columns = ['', 'sent', 'visitor p50 ms', 'p99 ms', 'health most ms']
      return [{ title: 'Hostile bodies', columns, rows, broken }]
    }),
}

async function ask(url: string): Promise<number[]> {
  const durations: number[] = []
  const end = performance.now() + SECONDS * 1_000
  while (performance.now() < end) {
    const sent = performance.now()
    await (await fetch(url)).arrayBuffer()
    durations.push(Math.round((performance.now() - sent) * 10) / 10)
    await wait(ASK_EVERY_MS)
  }
  return durations
}

/** Returns a function that stops the attack and returns the number of responses. */
function startAttack({ hostname, port }: URL, attack: (typeof ATTACKS)[number]) {
  // In a worker thread, because writing that much would delay the visitor measured here.
  const workerData: Attack = { ...attack, hostname, port: Number(port) }
  const worker = new Worker(new URL('./send-bodies.ts', import.meta.url), { workerData })
  return async () => {
    worker.postMessage('stop')
    const [answers] = (await once(worker, 'message')) as [number]
    await worker.terminate()
    return answers
  }
}
