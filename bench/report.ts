import { sql } from 'kysely'
import { addDays, dayIn } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import { type Bench, quantile, type Table } from './bench.ts'
import { type BigEvent, REGISTRATIONS, withBigEvent } from './big-event.ts'

const REQUESTS = 30
const PLAIN_RUNS = 3
const LONGEST_MS = 1_000

interface Case {
  name: string
  path: string
  /** The same as plain SQL on the tables. */
  plain: string[]
}

/** Dashboards and the statement of one large event, requested over HTTP from a separate process and timed in the server. */
export const report: Bench = {
  name: 'report',
  about: `dashboards and the statement of one event of ${REGISTRATIONS.toLocaleString('en')} registrations: time in the server, and plain SQL`,
  run: () =>
    withBigEvent(async ({ db, event, timed }) => {
      const rows: Table['rows'] = []
      const broken: string[] = []
      for (const one of cases(event.id)) {
        const { times, bytes } = await ask(timed, one.path)
        const p95 = quantile(times, 0.95)
        if (p95 > LONGEST_MS) broken.push(`${one.name}: ${p95} ms at the 95th percentile`)
        rows.push([one.name, bytes, quantile(times, 0.5), p95, quantile(await plainly(db, one.plain), 0.5)])
      }
      const columns = ['', 'bytes', 'p50 ms', 'p95 ms', 'plain SQL p50 ms']
      return [{ title: 'Dashboards and the statement', columns, rows, broken }]
    }),
}

function cases(eventId: number): Case[] {
  const today = dayIn('America/Sao_Paulo', new Date())
  const registered = (columns: string) =>
    `select ${columns}, count(*) from registrations r where r.event_id = ${eventId} group by ${columns}`
  const paid = `select (p.paid_at at time zone 'America/Sao_Paulo')::date, p.type, sum(i.amount_cents)
    from registrations r join payment_items i on i.registration_id = r.id join payments p on p.id = i.payment_id
    where r.event_id = ${eventId} and p.status in (1, 2, 3, 12) group by 1, 2`
  const byDay = `select (r.created_at at time zone 'America/Sao_Paulo')::date, count(*) from registrations r
    where r.event_id = ${eventId} group by 1`
  const fees = `select sum(r.fee_cents) from registrations r join payment_items i on i.registration_id = r.id
    join payments p on p.id = i.payment_id where r.event_id = ${eventId} and r.status <> 2 and p.status in (1, 2, 3, 12)`
  return [
    {
      name: 'the dashboard of an event',
      path: `/organizer/events/${eventId}/dashboard`,
      plain: [
        byDay,
        paid,
        fees,
        registered('r.category_id, r.status'),
        registered('r.kit_id, r.shirt_size_id'),
        registered('r.coupon_id'),
        `select p.type, p.status, count(*) from registrations r join payment_items i on i.registration_id = r.id
          join payments p on p.id = i.payment_id where r.event_id = ${eventId} group by 1, 2`,
      ],
    },
    {
      name: 'its participants',
      path: `/organizer/events/${eventId}/audience`,
      plain: [
        registered("r.sex, date_part('year', age(r.birth_on))"),
        `select u.city, u.state_code, count(*) from registrations r join users u on u.id = r.responsible_user_id
          where r.event_id = ${eventId} and r.status <> 2 group by 1, 2`,
      ],
    },
    { name: 'the home, of all time', path: '/organizer/dashboard', plain: [byDay, paid] },
    {
      name: 'the home, of thirty days and those before',
      path: `/organizer/dashboard?from=${addDays(today, -29)}&to=${today}`,
      plain: [byDay, paid, byDay, paid],
    },
    { name: 'the statement, of all time', path: '/enterprise/statement', plain: [paid, fees] },
    {
      name: 'the statement, of thirty days',
      path: `/enterprise/statement?from=${addDays(today, -29)}&to=${today}`,
      plain: [paid, fees],
    },
    { name: 'its file', path: '/enterprise/statement.csv', plain: [paid, fees] },
  ]
}

async function ask(timed: BigEvent['timed'], path: string) {
  const times: number[] = []
  // The first request fills the caches.
  const { body } = await timed(path)
  while (times.length < REQUESTS) times.push((await timed(path)).took)
  return { times, bytes: body.length }
}

async function plainly(db: Db, queries: readonly string[]): Promise<number[]> {
  const times: number[] = []
  while (times.length < PLAIN_RUNS) {
    const started = performance.now()
    for (const query of queries) await sql.raw(query).execute(db)
    times.push(performance.now() - started)
  }
  return times
}
