import autocannon from 'autocannon'
import { API_BASE } from '#contract/route.ts'
import { createEvent } from '../server/test/factories/event.ts'
import { type Bench, perSecond, type Table } from './bench.ts'
import { withDatabase } from './database.ts'
import { startBare, startServer } from './processes.ts'

const SECONDS = 5
const CONNECTIONS = 50
const EVENTS = 60

/** What the wizard and other clients read of public events, beside a bare `node:http` server that sends the same bytes. */
export const publicCalls: Bench = {
  name: 'public-calls',
  about:
    'answers per second to public calls, beside node:http sending the same bytes; load generator on the same machine',
  run: () =>
    withDatabase(async (db, url) => {
      const events = []
      for (let n = 0; n < EVENTS; n++) events.push(await createEvent(db))
      const server = await startServer(url, { keeps: true })
      const rows: Table['rows'] = []
      for (const path of ['/events', `/events/${events[0]?.id}`, `/events/slug/${events[0]?.slug}`]) {
        const address = server.address + API_BASE + path
        const product = await measure(address)
        const bare = await startBare(address)
        const reference = await measure(bare.address)
        await bare.stop()
        const share = `${Math.round((product.rate / reference.rate) * 100)} %`
        rows.push([path.replace(/\d+/, '…'), product.rate, product.p99, reference.rate, share, product.bytes])
      }
      await server.stop()
      const columns = ['', 'per second', 'p99 ms', 'node:http', 'share', 'bytes']
      return [{ title: `Public calls, ${CONNECTIONS} connections, brotli`, columns, rows }]
    }),
}

async function measure(url: string) {
  const headers = { 'accept-encoding': 'br' }
  const bytes = (await (await fetch(url, { headers })).arrayBuffer()).byteLength
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`the figures are worthless: ${result.non2xx} refused, ${result.errors} failed`)
  return { rate: perSecond(result['2xx'], result.duration * 1000), p99: result.latency.p99, bytes }
}
