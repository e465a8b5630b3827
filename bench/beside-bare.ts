import { connect, type Socket } from 'node:net'
import { perSecond, quantile, type Table } from './bench.ts'
import { startBare } from './processes.ts'

const CONNECTIONS = 50
/** As often as what is kept is made anew, so that this has its usual share. */
const ROUND_MS = 1_000
/** Before these both servers compile their code. */
const WARM_UP = 4
const ROUNDS = 8
const STALLED_MS = 5_000
/** Percent of what a server answers that does nothing else. */
const LEAST_SHARE = 70

/**
 * Answers a second of each address, beside a bare `node:http` server that sends the same bytes. Both are asked in turn, in short rounds,
 * and the share is the median of the rounds' shares: the machine may be twice as slow a few seconds later.
 */
export async function besideBare(
  what: string,
  addresses: readonly { name: string; url: string }[],
): Promise<Table> {
  const rows: Table['rows'] = []
  const broken: string[] = []
  for (const { name, url } of addresses) {
    const bare = await startBare(url)
    const product = await openAsker(url)
    const reference = await openAsker(bare.address)
    const shares: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      if (round === 0) for (const { durations } of [product, reference]) durations.length = 0
      const percent = (100 * (await product.ask())) / (await reference.ask())
      if (round >= 0) shares.push(percent)
    }
    for (const { close } of [product, reference]) close()
    await bare.stop()
    const share = quantile(shares, 0.5)
    if (share < LEAST_SHARE) broken.push(`${name}: ${share} % of node:http`)
    const [rate, bareRate] = [product, reference].map(({ durations }) =>
      perSecond(durations.length, ROUNDS * ROUND_MS),
    )
    rows.push([
      name,
      rate ?? 0,
      quantile(product.durations, 0.99),
      bareRate ?? 0,
      `${share} %`,
      product.bytes,
    ])
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
async function openAsker(url: string) {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: largada.test\r\naccept-encoding: br\r\n\r\n`
  const open = () => connect({ host: hostname, port: Number(port), noDelay: true })
  const bytes = await lengthOfAnswer(open(), request)
  const sockets = Array.from({ length: CONNECTIONS }, open)
  // A shorter answer than the others: the rest would be waited for.
  for (const socket of sockets)
    socket.setTimeout(STALLED_MS, () =>
      socket.destroy(new Error('the figures are worthless: bytes never came')),
    )
  const durations: number[] = []
  return {
    bytes,
    durations,
    /** Answers of one round. */
    async ask(): Promise<number> {
      const before = durations.length
      const until = performance.now() + ROUND_MS
      await Promise.all(sockets.map((socket) => askUntil(socket, { request, bytes, until, durations })))
      return durations.length - before
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

interface Asking {
  request: string
  bytes: number
  until: number
  durations: number[]
}

/** One request after the other; those that are under way at the end count. */
function askUntil(socket: Socket, { request, bytes, until, durations }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = 0
    let sent = 0
    const end = (error?: Error) => {
      socket.off('data', onData).off('error', end).off('close', onClose)
      if (error) reject(error)
      else resolve()
    }
    const onClose = () => end(new Error('the figures are worthless: the server closed a connection'))
    const next = () => {
      sent = performance.now()
      if (sent > until) return end()
      left = bytes
      socket.write(request)
    }
    const onData = (chunk: Buffer) => {
      if (left === bytes && chunk.toString('latin1', 9, 12) !== '200')
        return end(new Error(`the figures are worthless: ${chunk.toString('latin1', 0, 80)}`))
      left -= chunk.length
      if (left > 0) return
      durations.push(performance.now() - sent)
      next()
    }
    socket.on('data', onData).once('error', end).once('close', onClose)
    next()
  })
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
