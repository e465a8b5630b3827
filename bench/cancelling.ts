import { sql } from 'kysely'
import { pino } from 'pino'
import { createRegistrationQueue } from '#server/features/checkout/registration-queue.ts'
import { cancelEventRegistrationsJob } from '#server/features/participants/cancel-event/cancel-event-registrations.ts'
import type { Db } from '#server/lib/db.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { createEvent, type TestEvent } from '../server/test/factories/event.ts'
import { orderRequest } from '../server/test/factories/order-request.ts'
import { createUsers } from '../server/test/factories/user.ts'
import { brokenInvariants } from '../server/test/invariants.ts'
import { manyPayments } from '../server/test/many-payments.ts'
import { type Bench, perSecond, quantile, type Table } from './bench.ts'
import { withDatabase } from './database.ts'

const COUNT = 4_000
const LARGE = 20_000
const WAITING = 50
/** Between two orders of one of them: so many orders a second are asked for, however fast they are answered. */
const THINKING_MS = 200
const ACCOUNTS = 30_000
/** A rush alone, before it runs beside the cancelling. */
const ALONE_MS = 5_000
/** A large race is cancelled before its runners have read the news. */
const LIMIT_MINUTES = 15
/** An order beside it waits at most as long as the specification lets the slowest one of a hundred. */
const LIMIT_P99_MS = 1_000

/** A paid event whose registrations are cancelled, while another one's registration is open and wanted. */
export const cancelling: Bench = {
  name: 'cancelling',
  about: `an event with ${COUNT} paid registrations is cancelled, beside ${WAITING} runners who wait to register for another one`,
  run: () =>
    withDatabase(async (db) => {
      const app = await testApp(db)
      const table: Table = {
        title: 'Cancelling a paid event',
        columns: ['', 'registrations', 'seconds', 'per second', `minutes for ${LARGE.toLocaleString('en')}`],
        rows: [],
        broken: [],
      }
      const rush: Table = {
        title: 'Registering for another event meanwhile',
        columns: ['', 'registered', 'answers/s', 'p50 ms', 'p99 ms'],
        rows: [],
        broken: [],
      }
      const users = await accounts(db, ACCOUNTS)
      rush.rows.push(['alone', ...(await register(db, users, () => wait(ALONE_MS)))])
      for (const [name, donationTo] of [
        ['everything goes back', null],
        ['each runner chooses', 'APAE'],
      ] as const) {
        const event = await paidEvent(db)
        let took = 0
        const beside = await register(db, users, async () => {
          took = await cancelAll(app, event, donationTo)
        })
        const minutes = Math.round(((took / COUNT) * LARGE) / 6_000) / 10
        table.rows.push([name, COUNT, Math.round(took / 100) / 10, perSecond(COUNT, took), minutes])
        rush.rows.push([name, ...beside])
        if (minutes > LIMIT_MINUTES) table.broken?.push(`${name}: ${minutes} minutes`)
        if (beside[3] > LIMIT_P99_MS) rush.broken?.push(`${name}: p99 ${beside[3]} ms`)
      }
      table.broken?.push(...(await brokenInvariants(db)))
      await app.close()
      return [table, rush]
    }),
}

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

async function accounts(db: Db, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push(...(await createUsers(db, 1_000)).map(({ id }) => id))
  return ids
}

/** Each registration of an account of its own, as the runners of a race are. */
async function paidEvent(db: Db): Promise<TestEvent> {
  const event = await createEvent(db)
  const createdAt = new Date(Date.now() - 3_600_000)
  await manyPayments(db, event, { count: COUNT - 1, dueOn: '2030-01-01', isCharged: true, createdAt })
  const ids = await accounts(db, COUNT)
  await sql`analyze`.execute(db)
  for (let first = 0; first < COUNT; first += 500)
    await sql`
      with numbered as (
        select * from (
          select r.id, r.order_id, i.payment_id, row_number() over (order by r.id) as n
          from registrations r join payment_items i on i.registration_id = r.id where r.event_id = ${event.id}
        ) r join unnest(${ids}::bigint[]) with ordinality as u (user_id, n) using (n)
        where n > ${first} and n <= ${first + 500}
      ), orders_of as (
        update orders o set buyer_user_id = n.user_id from numbered n where o.id = n.order_id
      ), payments_of as (
        update payments p set payer_user_id = n.user_id, status = 2, paid_at = ${createdAt}
        from numbered n where p.id = n.payment_id
      ), ledger as (
        insert into payment_events (payment_id, at, kind, from_status, to_status, applied, source)
        select payment_id, ${createdAt}, 'paid', 0, 2, true, 'gateway' from numbered
      )
      update registrations r set responsible_user_id = n.user_id, status = 1 from numbered n where r.id = n.id`.execute(
      db,
    )
  await sql`analyze`.execute(db)
  return event
}

/** Milliseconds from the commit that calls it off until no registration is left. */
async function cancelAll(
  app: TestApp,
  { id: eventId }: TestEvent,
  donationTo: string | null,
): Promise<number> {
  const { db } = app
  await sql`
    insert into event_cancellations (event_id, reason, donation_to, cancelled_by_user_id, cancelled_at)
    select ${eventId}, 'Chuva', ${donationTo}::text, min(id), now() from users`.execute(db)
  await sql`update events set status = 3, version = version + 1 where id = ${eventId}`.execute(db)
  const started = performance.now()
  for (;;) {
    // A run ends after ten seconds; the next one would come by a job.
    await cancelEventRegistrationsJob.run(app.deps, { eventId })
    const left = await db
      .selectFrom('registrations')
      .where('event_id', '=', eventId)
      .where('status', '<>', 2)
      .select('id')
      .limit(1)
      .execute()
    if (left.length === 0) return performance.now() - started
  }
}

/** Registers for another event, so many waiting at a time, while something happens: registered, answers a second, p50 and p99 in milliseconds. */
async function register(
  db: Db,
  users: readonly number[],
  meanwhile: () => Promise<void>,
): Promise<[registered: number, rate: number, p50: number, p99: number]> {
  const event = await createEvent(db)
  const queue = createRegistrationQueue(db, pino({ level: 'silent' }), { maxBatch: 200 })
  const durations: number[] = []
  let isOver = false
  const runner = async (n: number) => {
    for (let next = n; !isOver; next += WAITING) {
      const user = users[next]
      if (user === undefined) throw new Error('more accounts are needed than were made')
      const started = performance.now()
      await queue.submit(orderRequest(event, user))
      durations.push(performance.now() - started)
      await wait(THINKING_MS)
    }
  }
  const started = performance.now()
  const runners = Array.from({ length: WAITING }, (_, n) => runner(n))
  await meanwhile()
  isOver = true
  await Promise.all(runners)
  const took = performance.now() - started
  return [
    durations.length,
    perSecond(durations.length, took),
    quantile(durations, 0.5),
    quantile(durations, 0.99),
  ]
}
