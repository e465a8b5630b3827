import { fork } from 'node:child_process'
import { once } from 'node:events'
import { API_BASE } from '#contract/route.ts'
import type { Db } from '#server/lib/db.ts'
import { createBigEvents } from '../server/test/factories/big-event.ts'
import type { TestEvent } from '../server/test/factories/event.ts'
import { createUser } from '../server/test/factories/user.ts'
import { withDatabase } from './database.ts'

export interface BigEvents {
  db: Db
  events: TestEvent[]
  /** The whole response to an Admin and the server's time in milliseconds. Throws for an error. */
  timed(path: string): Promise<{ body: string; took: number }>
}

/** Events with these numbers of registrations, served by a separate process; ids within a group are mixed. */
export const withBigEvents = <T>(
  groups: readonly (readonly number[])[],
  run: (big: BigEvents) => Promise<T>,
): Promise<T> =>
  withDatabase(async (db, url) => {
    const events: TestEvent[] = []
    for (const counts of groups) events.push(...(await createBigEvents(db, counts)))
    const { token } = await createUser(db, { roles: ['Admin'] })
    const server = fork(new URL('./server.ts', import.meta.url), [url, JSON.stringify({ timed: true })], {
      execArgv: [],
    })
    const [address] = (await once(server, 'message')) as [string]
    const timed = async (path: string) => {
      const taken = once(server, 'message') as Promise<[number]>
      const answer = await fetch(`${address}${API_BASE}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${body}`)
      const [took] = await taken
      return { body, took }
    }
    try {
      return await run({ db, events, timed })
    } finally {
      server.disconnect()
      await once(server, 'exit')
    }
  })
