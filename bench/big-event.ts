import { fork } from 'node:child_process'
import { once } from 'node:events'
import { API_BASE } from '#contract/route.ts'
import type { Db } from '#server/lib/db.ts'
import { createBigEvents } from '../server/test/factories/big-event.ts'
import { at, type TestEvent } from '../server/test/factories/event.ts'
import { createUser } from '../server/test/factories/user.ts'
import { withDatabase } from './database.ts'

/** Registrations of the single large event used by most benchmarks. */
export const REGISTRATIONS = Number(process.env.BENCH_REGISTRATIONS ?? 500_000)

export interface BigEvents {
  db: Db
  events: TestEvent[]
  /** Process id of the server. */
  pid: number | undefined
  /** The API's response to an Admin; throws unless successful. */
  get(path: string): Promise<Response>
  /** The same, read completely, with the server's time in milliseconds. */
  timed(path: string): Promise<{ body: string; took: number }>
}

/** Events with the given numbers of registrations on a new PostgreSQL, served by a separate process; ids within a group are mixed. */
export const withBigEvents = <T>(
  groups: readonly (readonly number[])[],
  run: (big: BigEvents) => Promise<T>,
  execArgv: string[] = [],
): Promise<T> =>
  withDatabase(async (db, url) => {
    const events: TestEvent[] = []
    for (const counts of groups) events.push(...(await createBigEvents(db, counts)))
    const { token } = await createUser(db, { roles: ['Admin'] })
    const server = fork(new URL('./server.ts', import.meta.url), [url, JSON.stringify({ timed: true })], {
      execArgv,
    })
    const [address] = (await once(server, 'message')) as [string]
    const get = async (path: string) => {
      const answer = await fetch(`${address}${API_BASE}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer
    }
    const timed = async (path: string) => {
      const [[took], body] = await Promise.all([
        once(server, 'message') as Promise<[number]>,
        get(path).then((answer) => answer.text()),
      ])
      return { body, took }
    }
    try {
      return await run({ db, events, pid: server.pid, get, timed })
    } finally {
      server.disconnect()
      await once(server, 'exit')
    }
  })

export type BigEvent = Omit<BigEvents, 'events'> & { event: TestEvent }

/** One event with REGISTRATIONS registrations. */
export const withBigEvent = <T>(run: (big: BigEvent) => Promise<T>, execArgv: string[] = []): Promise<T> =>
  withBigEvents([[REGISTRATIONS]], ({ events, ...big }) => run({ ...big, event: at(events, 0) }), execArgv)
