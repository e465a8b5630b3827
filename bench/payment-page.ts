import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { API_BASE } from '#contract/route.ts'
import { createEvent } from '../server/test/factories/event.ts'
import { manyPayments } from '../server/test/many-payments.ts'
import { type Bench, perSecond } from './bench.ts'
import { withDatabase } from './database.ts'

const SECONDS = 8
const CONNECTIONS = 20
const PAYMENTS = 5_000
/** A page that is in sight asks every 5 s at first, then every 15 s: `web/app/features/payment/view.ts`. */
const PAUSES = [5, 15]

/** What open payment pages ask: the status of payments that wait, each with its code. */
export const paymentPage: Bench = {
  name: 'payment-page',
  about:
    'requests per second for the status of a payment, as its open page asks for it; load generator on the same machine',
  run: () =>
    withDatabase(async (db, url) => {
      const event = await createEvent(db, { eventOn: '2035-01-01' })
      await manyPayments(db, event, {
        count: PAYMENTS,
        dueOn: '2034-01-01',
        isCharged: true,
        createdAt: new Date(),
      })
      await sql`
        insert into payment_codes (payment_id, asked_at, pix_payload, pix_expires_at)
        select id, now(), repeat('0', 200), '2034-01-01' from payments`.execute(db)
      await sql`vacuum analyze`.execute(db)
      const tokens = await db.selectFrom('payments').select('token').execute()
      const server = fork(new URL('./server.ts', import.meta.url), [url], { execArgv: [] })
      const [address] = (await once(server, 'message')) as [string]
      const started = performance.now()
      const result = await autocannon({
        url: address,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: tokens.map(({ token }) => ({ path: `${API_BASE}/payments/${token}` })),
      })
      const rate = perSecond(result['2xx'], performance.now() - started)
      server.disconnect()
      await once(server, 'exit')
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`the figures are worthless: ${result.non2xx} refused, ${result.errors} failed`)
      return [
        {
          title: `The status of ${PAYMENTS} payments, ${CONNECTIONS} connections`,
          columns: [
            '',
            'per second',
            'p50 ms',
            'p99 ms',
            ...PAUSES.map((pause) => `pages, every ${pause} s`),
          ],
          rows: [
            [
              'one process',
              rate,
              result.latency.p50,
              result.latency.p99,
              ...PAUSES.map((pause) => rate * pause),
            ],
          ],
        },
      ]
    }),
}
