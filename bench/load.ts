import { randomUUID } from 'node:crypto'
import { bytesOf, openConnections } from './connections.ts'

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

process.on('message', async (load: Load) => {
  process.send?.(await run(load))
})

async function run({ addresses, connections, tokens, events }: Load): Promise<LoadResult> {
  const requests = tokens.map((token, n) => {
    const { id, body } = events[n % events.length] ?? { id: 0, body: '' }
    return bytesOf({
      method: 'POST',
      path: `/events/${id}/register-participant`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body,
    })
  })
  const opened = await openConnections(addresses, connections)
  const durations: number[] = []
  const answers: Record<string, number> = {}
  const started = performance.now()
  await Promise.all(
    requests.map(async (request) => {
      const { status, body, ms } = await opened.send(request)
      const [, message = ''] = /"message":"([^"]*)"/.exec(body) ?? []
      const answer = `${status} ${message}`.trim()
      durations.push(ms)
      answers[answer] = (answers[answer] ?? 0) + 1
    }),
  )
  const elapsedMs = performance.now() - started
  opened.close()
  return { elapsedMs, durations, answers }
}
