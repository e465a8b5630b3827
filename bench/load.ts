import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { API_BASE } from '#contract/route.ts'

/** Registrations to send: each by another account, those of one event in turn. */
export interface Load {
  /** Addresses of the processes; connections are shared out among them. */
  addresses: string[]
  connections: number
  /** The accounts' tokens; one request for each. */
  tokens: string[]
  /** Request `n` goes to the event `n` modulo their number. */
  events: { id: number; body: string }[]
}

export interface LoadResult {
  elapsedMs: number
  /** Milliseconds from the request's first byte to the answer's last, in the order of the answers. */
  durations: number[]
  /** Number of answers by status and sentence. */
  answers: Record<string, number>
  /** CPU time of this process, in microseconds. */
  cpuUs: number
}

/**
 * The load generator, a process of its own. It writes prepared bytes to plain sockets, because a client library would use as much of
 * the two cores as the server it measures.
 */
process.on('message', async (load: Load) => {
  process.send?.(await run(load))
})

async function run({ addresses, connections, tokens, events }: Load): Promise<LoadResult> {
  const requests = tokens.map((token, n) => {
    const { id, body } = events[n % events.length] ?? { id: 0, body: '' }
    return Buffer.from(
      `POST ${API_BASE}/events/${id}/register-participant HTTP/1.1\r\nhost: largada.test\r\ncontent-type: application/json\r\n` +
        `authorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, n) => open(new URL(addresses[n % addresses.length] ?? ''))),
  )
  const durations: number[] = []
  const answers: Record<string, number> = {}
  let next = 0
  const before = process.cpuUsage()
  const started = performance.now()
  await Promise.all(
    sockets.map(async (socket) => {
      for (let request = requests[next++]; request; request = requests[next++]) {
        const sent = performance.now()
        const answer = await exchange(socket, request)
        durations.push(performance.now() - sent)
        answers[answer] = (answers[answer] ?? 0) + 1
      }
    }),
  )
  const elapsedMs = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  for (const socket of sockets) socket.destroy()
  return { elapsedMs, durations, answers, cpuUs: user + system }
}

const open = ({ hostname, port }: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** Sends a request and returns the status and the sentence of its answer. */
function exchange(socket: Socket, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1])
      if (received.length < head + 4 + length) return
      stop()
      const [, message = ''] = /"message":"([^"]*)"/.exec(received.slice(head)) ?? []
      resolve(`${received.slice(9, 12)} ${Buffer.from(message, 'latin1').toString()}`.trim())
    }
    const onEnd = () => {
      stop()
      reject(new Error('the server closed a connection'))
    }
    const stop = () => {
      socket.off('data', onData)
      socket.off('close', onEnd)
    }
    socket.on('data', onData)
    socket.on('close', onEnd)
    socket.write(request)
  })
}
