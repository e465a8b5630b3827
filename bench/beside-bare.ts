import { connect } from 'node:net'
import { perSecond, quantile, type Table } from './bench.ts'
import { startBare } from './processes.ts'

const SECONDS = 5
const CONNECTIONS = 50
const STALLED_MS = 5_000
/** What the product may be slower than a server that does nothing else. */
const LEAST_SHARE = 0.7

/** Answers a second of each address, beside a bare `node:http` server that sends the same bytes. */
export async function besideBare(
  what: string,
  addresses: readonly { name: string; url: string }[],
): Promise<Table> {
  const rows: Table['rows'] = []
  const broken: string[] = []
  for (const { name, url } of addresses) {
    const product = await measure(url)
    const bare = await startBare(url)
    const reference = await measure(bare.address)
    await bare.stop()
    const share = product.rate / reference.rate
    const percent = `${Math.round(share * 100)} %`
    if (share < LEAST_SHARE) broken.push(`${name}: ${percent} of node:http`)
    rows.push([name, product.rate, product.p99, reference.rate, percent, product.bytes])
  }
  return {
    title: `${what} beside node:http sending the same bytes, ${CONNECTIONS} connections, brotli`,
    columns: ['', 'per second', 'p99 ms', 'node:http', 'share', 'bytes'],
    rows,
    broken,
  }
}

/**
 * Plain sockets that only count bytes: a client library takes longer over a page than the server. All answers of an address have the
 * same length; one that has not, or is no 200, makes the figures worthless.
 */
async function measure(url: string) {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: largada.test\r\naccept-encoding: br\r\n\r\n`
  const open = () => connect({ host: hostname, port: Number(port), noDelay: true })
  const bytes = await lengthOfAnswer(open(), request)
  const durations: number[] = []
  const until = performance.now() + SECONDS * 1_000
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const socket = open()
      let left = 0
      let sent = 0
      const next = () => {
        if (performance.now() > until) return void socket.destroy()
        left = bytes
        sent = performance.now()
        socket.write(request)
      }
      socket.once('connect', next)
      // A shorter answer than the others: the rest would be waited for.
      socket.setTimeout(STALLED_MS, () =>
        socket.destroy(new Error(`the figures are worthless: ${left} bytes of an answer never came`)),
      )
      socket.on('data', (chunk: Buffer) => {
        if (left === bytes && chunk.toString('latin1', 9, 12) !== '200')
          return void socket.destroy(
            new Error(`the figures are worthless: ${chunk.toString('latin1', 0, 80)}`),
          )
        left -= chunk.length
        if (left > 0) return
        durations.push(performance.now() - sent)
        next()
      })
      socket.once('error', reject)
      socket.once('close', () => resolve())
    })
  const started = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  const rate = perSecond(durations.length, performance.now() - started)
  return { rate, p99: quantile(durations, 0.99), bytes }
}

/** Bytes of an answer with its headers. */
function lengthOfAnswer(socket: ReturnType<typeof connect>, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = ''
    socket.once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1])
      if (received.length < head + 4 + length) return
      socket.destroy()
      resolve(head + 4 + length)
    })
    socket.write(request)
  })
}
