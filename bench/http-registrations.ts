import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { API_BASE } from '#contract/route.ts'
import type { Db } from '#server/lib/db.ts'
import { createEvent } from '../server/test/factories/event.ts'
import { createUsers, type TestUser } from '../server/test/factories/user.ts'
import { brokenInvariants } from '../server/test/invariants.ts'
import { submission } from '../server/test/wizard.ts'
import { type Bench, perSecond, type Table } from './bench.ts'
import { withDatabase } from './database.ts'

const PEOPLE = 8_000
const USERS_A_STATEMENT = 4_000
const CONNECTIONS = [50, 500]

/** Registrations without payment: a free event, so that no gateway is involved. */
export const httpRegistrations: Bench = {
  name: 'http-registrations',
  about:
    'registrations per second for one event over HTTP: session, validation, price, write path; durable; load generator on the same machine',
  run: () =>
    withDatabase(async (db, url) => {
      const server = fork(new URL('./server.ts', import.meta.url), [url], { execArgv: [] })
      const [address] = (await once(server, 'message')) as [string]
      const rows: Table['rows'] = []
      for (const connections of CONNECTIONS) rows.push(await measure(db, address, connections))
      server.disconnect()
      await once(server, 'exit')
      const columns = ['connections', 'registrations', 'per second', 'p50 ms', 'p99 ms']
      return [{ title: 'Registrations over HTTP', columns, rows }]
    }),
}

async function measure(db: Db, address: string, connections: number): Promise<Table['rows'][number]> {
  const event = await createEvent(db, { kits: [{ valueCents: 0, feeRate: 0 }] })
  const users: TestUser[] = []
  while (users.length < PEOPLE) users.push(...(await createUsers(db, USERS_A_STATEMENT)))
  const body = JSON.stringify(submission(event))
  let next = 0
  const started = performance.now()
  const result = await autocannon({
    url: address,
    connections,
    amount: PEOPLE,
    requests: [
      {
        method: 'POST',
        path: `${API_BASE}/events/${event.id}/register-participant`,
        setupRequest: (request) => ({
          ...request,
          body,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${users[next++ % users.length]?.token}`,
            'idempotency-key': randomUUID(),
          },
        }),
      },
    ],
  })
  const elapsed = performance.now() - started
  const broken = await brokenInvariants(db)
  if (result.non2xx > 0 || result.errors > 0 || broken.length > 0)
    throw new Error(
      `the figures are worthless: ${result.non2xx} refused, ${result.errors} failed, ${broken.join('; ')}`,
    )
  return [connections, result['2xx'], perSecond(PEOPLE, elapsed), result.latency.p50, result.latency.p99]
}
