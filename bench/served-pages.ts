import autocannon from 'autocannon'
import { perSecond, type Table } from './bench.ts'

const CONNECTIONS = 10
/** How often each is asked for: some seconds of either. */
const AFRESH = 100
const KEPT = 10_000

type Request = autocannon.Request

/** Pages a second out of memory, rendered for each visitor anew, and answered with 304 to who has them already. */
export async function servedPages(
  url: string,
  pages: readonly { name: string; path: string }[],
): Promise<Table> {
  const rows: Table['rows'] = []
  for (const { name, path } of pages) {
    const etag = (await fetch(url + path)).headers.get('etag') ?? ''
    let visitor = 0
    const afresh = await served(url, AFRESH, {
      path,
      // An address nobody asked for before is no page that was kept.
      setupRequest: (request) => ({ ...request, path: `${path}?visitor=${visitor++}` }),
    })
    const kept = await served(url, KEPT, { path })
    const known = await served(url, KEPT, { path, headers: { 'if-none-match': etag } })
    rows.push(
      [name, 'rendered afresh', afresh.rate, '1.0×', afresh.p99, afresh.bytesEach],
      [name, 'kept in memory', kept.rate, ratio(kept, afresh), kept.p99, kept.bytesEach],
      [
        name,
        known.all304 ? 'known: 304' : 'known: not always 304',
        known.rate,
        ratio(known, afresh),
        known.p99,
        known.bytesEach,
      ],
    )
  }
  return {
    title: `Pages a second, ${CONNECTIONS} connections, load beside it`,
    columns: ['', '', 'a second', 'ratio', 'p99 ms', 'bytes each'],
    rows,
  }
}

interface Served {
  rate: number
  p99: number
  bytesEach: number
  all304: boolean
}

const ratio = (one: Served, base: Served): string => `${(one.rate / base.rate).toFixed(1)}×`

async function served(url: string, amount: number, request: Request): Promise<Served> {
  const started = performance.now()
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    amount,
    requests: [{ ...request, headers: { 'accept-encoding': 'br', ...request.headers } }],
  })
  const elapsed = performance.now() - started
  if (result.errors > 0 || result['4xx'] + result['5xx'] > 0)
    throw new Error(
      `the figures are worthless: ${result.errors} failed, ${result['4xx'] + result['5xx']} refused`,
    )
  return {
    rate: perSecond(amount, elapsed),
    p99: result.latency.p99,
    bytesEach: Math.round(result.throughput.total / amount),
    all304: result['3xx'] === amount,
  }
}
