import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A call of the API, made by one of several server processes. */
export interface Call {
  path: string
  token: string
  key: string
  body: unknown
}

export interface Answer {
  status: number
  body: { message?: string; data?: unknown; errors?: Record<string, string[]> }
}

/** Several server processes on one database, each with its own pool and registration queue. */
export interface Processes {
  /** Makes all calls concurrently, distributed over the processes. Responses are in the order of `calls`. */
  call(calls: readonly Call[]): Promise<Answer[]>
  stop(): Promise<void>
}

const SCRIPT = new URL('./process.ts', import.meta.url)

export async function startProcesses(databaseUrl: string, count: number): Promise<Processes> {
  const children = Array.from({ length: count }, () => fork(SCRIPT, [databaseUrl], { execArgv: [] }))
  await Promise.all(children.map((child) => next(child)))
  return {
    async call(calls) {
      const shares = children.map((_child, i) => calls.filter((_call, n) => n % count === i))
      const answers = await Promise.all(
        children.map(async (child, i) => {
          child.send(shares[i] ?? [])
          return (await next(child)) as Answer[]
        }),
      )
      return calls.map((_call, n) => answers[n % count]?.[Math.floor(n / count)] ?? { status: 0, body: {} })
    },
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          const gone = once(child, 'exit')
          child.disconnect()
          await gone
        }),
      )
    },
  }
}

async function next(child: ChildProcess): Promise<unknown> {
  const exit = once(child, 'exit').then(() => {
    throw new Error('a server process ended before it answered')
  })
  const [message] = await Promise.race([once(child, 'message'), exit])
  return message
}
