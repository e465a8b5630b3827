import { connect, type Socket } from 'node:net'
import { API_BASE } from '#contract/route.ts'

export interface Request {
  method: 'GET' | 'POST'
  /** Below `/api/v1`. */
  path: string
  headers?: Readonly<Record<string, string>>
  /** JSON. */
  body?: string | undefined
}

interface Answer {
  status: number
  body: string
  /** From the first byte of the request to the last of the response. */
  ms: number
}

export const bytesOf = ({ method, path, headers = {}, body }: Request): Buffer => {
  const all = {
    host: 'largada.test',
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${API_BASE}${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/**
 * Persistent connections, distributed over the processes; a request waits for a free one. Plain sockets,
 * because a client library would use as much CPU as the server.
 */
export async function openConnections(addresses: readonly string[], count: number) {
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, n) => open(new URL(addresses[n % addresses.length] ?? ''))),
  )
  const free = [...sockets]
  const waiting: ((socket: Socket) => void)[] = []
  return {
    async send(request: Buffer): Promise<Answer> {
      const socket = free.pop() ?? (await new Promise<Socket>((resolve) => waiting.push(resolve)))
      const sent = performance.now()
      const answer = await exchange(socket, request)
      const ms = performance.now() - sent
      const next = waiting.shift()
      if (next) next(socket)
      else free.push(socket)
      return { ...answer, ms }
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const open = ({ hostname, port }: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

function exchange(socket: Socket, request: Buffer): Promise<Omit<Answer, 'ms'>> {
  return new Promise((resolve, reject) => {
    let received = ''
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1])
      if (received.length < head + 4 + length) return
      stop()
      const body = Buffer.from(received.slice(head + 4), 'latin1').toString()
      resolve({ status: Number(received.slice(9, 12)), body })
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
