import { fork } from 'node:child_process'
import { once } from 'node:events'
import { API_BASE } from '#contract/route.ts'
import type { Db } from '#server/lib/db.ts'
import { createBigEvents } from '../server/test/factories/big-event.ts'
import { at, type TestEvent } from '../server/test/factories/event.ts'
import { createUser } from '../server/test/factories/user.ts'
import { withDatabase } from './database.ts'

/** Of the one event of most figures. */
export const REGISTRATIONS = Number(process.env.BENCH_REGISTRATIONS ?? 500_000)

export interface BigEvents {
  db: Db
  events: TestEvent[]
  /** Of the server. */
  pid: number | undefined
  /** What the API answers an Admin. Throws unless it is a success. */
  get(path: string): Promise<Response>
  /** The same, read to its end, and how many milliseconds it took in the server. */
  timed(path: string): Promise<{ body: string; took: number }>
}

/** Events of so many registrations on a new PostgreSQL, served by a process of its own; the ids of a group are mixed. */
export const withBigEvents = <T>(
  groups: readonly (readonly number[])[],
  run: (big: BigEvents) => Promise<T>,
  execArgv: string[] = [],
): Promise<T> =>
  withDatabase(async (db, url) => {
    const events: TestEvent[] = []
    for (const counts of groups) events.push(...(await createBigEvents(db, counts)))
    const { token } = await createUser(db, { roles: ['Admin'] })
    const server = fork(new URL('./server.ts', import.meta.url), [url, 'timed'], { execArgv })
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

/** One event of REGISTRATIONS. */
export const withBigEvent = <T>(run: (big: BigEvent) => Promise<T>, execArgv: string[] = []): Promise<T> =>
  withBigEvents([[REGISTRATIONS]], ({ events, ...big }) => run({ ...big, event: at(events, 0) }), execArgv)
