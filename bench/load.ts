import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { API_BASE } from '#contract/route.ts'

export interface Load {
  /** Connections are distributed over the processes. */
  addresses: string[]
  connections: number
  /** One request per account. */
  tokens: string[]
  /** Request `n` goes to event `n` modulo their number. */
  events: { id: number; body: string }[]
}

export interface LoadResult {
  elapsedMs: number
  /** From the first byte of the request to the last of the response, in milliseconds. */
  durations: number[]
  /** Number of responses by status and message. */
  answers: Record<string, number>
}

/** Writes prepared bytes to plain sockets: a client library would use as much CPU as the server. */
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
  for (const socket of sockets) socket.destroy()
  return { elapsedMs, durations, answers }
}

const open = ({ hostname, port }: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** Returns status and message of the response. */
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
