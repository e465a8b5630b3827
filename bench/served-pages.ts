import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { saveOrganizerProfile } from '#contract/organizer/organizer-profile.ts'
import { API_BASE } from '#contract/route.ts'
import { DEMO_PASSWORD } from '../server/demo/logins.ts'
import { perSecond, quantile, type Table } from './bench.ts'

const CONNECTIONS = 10
const SECONDS = 3
const HEALTH_EVERY_MS = 20
const JSON_HEADERS = { 'content-type': 'application/json' }

/** `pathOf` gets the number of the request. */
interface PageLoad {
  name: string
  pathOf: (n: number) => string
  headers?: Record<string, string>
  /** Requests per second; as many as possible by default. */
  atMost?: number
  /** Every second an organizer saves a change, which invalidates all pages. */
  changing?: boolean
}

const OFTEN = 2_000

/** Pages per second, cached and uncached, and the latency of health checks meanwhile. */
export async function servedPages(url: string): Promise<Table> {
  const home = '/'
  const etag = (await fetch(url + home)).headers.get('etag') ?? ''
  const loads: PageLoad[] = [
    { name: 'home, cached', pathOf: () => home },
    { name: 'home, not modified: 304', pathOf: () => home, headers: { 'if-none-match': etag } },
    { name: 'home, invented parameters', pathOf: (n) => `${home}?x=${n}` },
    { name: `home, ${OFTEN} per second`, pathOf: () => home, atMost: OFTEN },
    {
      name: `home, ${OFTEN} per second, changed every second`,
      pathOf: () => home,
      atMost: OFTEN,
      changing: true,
    },
    { name: 'list of events, API', pathOf: () => `${API_BASE}/events` },
    { name: 'unknown events', pathOf: (n) => `/events/nada-${n}` },
    { name: 'unknown paths', pathOf: (n) => `/nada-${n}` },
    { name: 'invented searches', pathOf: (n) => `${home}?title=nada-${n}` },
  ]
  const rows: Table['rows'] = []
  let plain = 0
  for (const one of loads) {
    const { rate, refused, p99, health } = await served(url, one)
    plain ||= rate
    rows.push([
      one.name,
      rate,
      `${(rate / plain).toFixed(2)}×`,
      refused,
      p99,
      quantile(health, 0.5),
      quantile(health, 0.99),
    ])
  }
  return {
    title: `Pages per second for one client, ${CONNECTIONS} connections; refused: 429`,
    columns: ['', 'per second', 'ratio', 'refused', 'p99 ms', 'health p50 ms', 'health p99 ms'],
    rows,
  }
}

async function served(url: string, { pathOf, headers, atMost, changing }: PageLoad) {
  let n = 0
  const changes = changing ? await changeEverySecond(url) : null
  const health = watchHealth(url)
  const started = performance.now()
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(atMost && { overallRate: atMost }),
    requests: [
      {
        headers: { 'accept-encoding': 'br', ...headers },
        setupRequest: (request) => ({ ...request, path: pathOf(n++) }),
      },
    ],
  })
  const elapsed = performance.now() - started
  const waited = await health.stop()
  await changes?.stop()
  if (result.errors > 0 || result['5xx'] > 0)
    throw new Error(
      `the figures are worthless: ${result.errors} failed, ${result['5xx']} failed in the server`,
    )
  const refused = result.statusCodeStats?.['429']?.count ?? 0
  return {
    rate: perSecond(result.requests.total - refused, elapsed),
    refused,
    p99: result.latency.p99,
    health: waited,
  }
}

/** Requests the health check all the time and measures the responses in milliseconds. */
function watchHealth(url: string) {
  const took: number[] = []
  let running = true
  const watching = (async () => {
    while (running) {
      const started = performance.now()
      await (await fetch(`${url}/health/ready`)).text()
      took.push(performance.now() - started)
      await wait(HEALTH_EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      running = false
      await watching
      return took
    },
  }
}

async function changeEverySecond(url: string) {
  const login = await fetch(`${url}${API_BASE}/login`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify({ email: 'organizador@largada.test', password: DEMO_PASSWORD }),
  })
  const { token } = (await login.json()).data
  let running = true
  let n = 0
  const changing = (async () => {
    while (running) {
      const answer = await fetch(`${url}${API_BASE}${saveOrganizerProfile.path}`, {
        method: 'PUT',
        headers: { ...JSON_HEADERS, authorization: `Bearer ${token}` },
        body: JSON.stringify({ fantasy_name: 'Largada Eventos', about: `Alteração ${n++}` }),
      })
      if (answer.status !== 200) throw new Error(`the figures are worthless: a change got ${answer.status}`)
      await wait(1_000)
    }
  })()
  return {
    stop: async () => {
      running = false
      await changing
    },
  }
}
