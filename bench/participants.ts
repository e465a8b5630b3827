import { sql } from 'kysely'
import { addDays, dayIn } from '#contract/dates.ts'
import { at, type TestEvent } from '../server/test/factories/event.ts'
import { type Bench, quantile, type Table } from './bench.ts'
import { type BigEvents, withBigEvents } from './big-event.ts'

/** Events on sale at the same time, with this many registrations in total; the first has `LARGEST`. */
const EVENTS = 300
const REGISTRATIONS = Number(process.env.BENCH_REGISTRATIONS ?? 2_000_000)
const LARGEST = 50_000
/** Ten times as large as the largest real event. */
const HUGE = 500_000
const REPORT_REQUESTS = 30
const SLOWEST_REPORT_MS = 1_000

interface Limits {
  requests: number
  p50: number
  p95: number
}

/** A filter of the list and the same condition on the columns of `exact`. */
interface Case {
  name: string
  query: string
  exact: string
}

export const participants: Bench = {
  name: 'participants',
  about: `an organizer's list of participants and reports, among ${REGISTRATIONS.toLocaleString('en')} registrations of ${EVENTS} events with mixed ids: time in the server`,
  run: () => {
    const rest = Math.floor((REGISTRATIONS - LARGEST) / (EVENTS - 1))
    const groups = [[LARGEST, ...Array.from({ length: EVENTS - 1 }, () => rest)], [HUGE]]
    return withBigEvents(groups, async (big) => {
      const [largest, huge] = [at(big.events, 0), at(big.events, EVENTS)]
      return [
        await pages(big, largest, { requests: 60, p50: 25, p95: 60 }),
        await pages(big, huge, { requests: 20, p50: 400, p95: 400 }),
        await reports(big, huge),
      ]
    })
  },
}

function cases(event: TestEvent): Case[] {
  const rare = event.categories.at(-1)?.id
  const kit = event.kits[1]?.id
  const from = addDays(dayIn('America/Sao_Paulo', new Date()), -20)
  const to = addDays(from, 6)
  return [
    { name: 'no filter', query: '', exact: 'true' },
    {
      name: 'paid within a week',
      query: `payment_date_start=${from}&payment_date_end=${to}`,
      exact: `paid_on between '${from}' and '${to}'`,
    },
    {
      name: 'three filters',
      query: `category_id=${rare}&product_id=${kit}&payment_status=5`,
      exact: `category_id = ${rare} and kit_id = ${kit} and payment_status = 5`,
    },
    { name: 'sorted by name', query: 'sort=name', exact: 'true' },
    { name: 'zélia uchôa', query: 'search=Z%C3%A9lia+Uch%C3%B4a', exact: contains('zelia uchoa') },
    { name: 'part of a CPF', query: 'search=123.456', exact: contains('123456') },
    {
      name: 'silva, confirmed',
      query: 'search=silva&registration_status=1',
      exact: `${contains('silva')} and status = 1`,
    },
  ]
}

const contains = (words: string): string =>
  words
    .split(' ')
    .map((word) => `text like '%${word}%'`)
    .join(' and ')

/** Times the first and the last page of each filter, and compares the totals. */
async function pages({ db, timed }: BigEvents, event: TestEvent, limits: Limits): Promise<Table> {
  const rows: Table['rows'] = []
  const broken: string[] = []
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`
      create temporary table exact as
      select t.*, participant_text(r.name, u.email, r.cpf) as text
      from participant_list_source t join registrations r on r.id = t.registration_id join users u on u.id = r.responsible_user_id
      where t.event_id = ${event.id}`.execute(connection)
    for (const { name, query, exact } of cases(event)) {
      const ask = async (page: number) => {
        const { body, took } = await timed(`/organizer/events/${event.id}/participants?${query}&page=${page}`)
        return { took, meta: (JSON.parse(body) as { meta: { total: number; last_page: number } }).meta }
      }
      const { meta } = await ask(1)
      const { rows: counted } = await sql<{ count: number }>`
        select count(*) from exact where ${sql.raw(exact)}`.execute(connection)
      if (counted[0]?.count !== meta.total)
        broken.push(`${name}: ${meta.total} instead of ${counted[0]?.count}`)
      const figures: number[] = []
      for (const page of [1, meta.last_page]) {
        await ask(page)
        const times: number[] = []
        while (times.length < limits.requests) times.push((await ask(page)).took)
        const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
        if (p50 > limits.p50) broken.push(`${name}, page ${page}: ${p50} ms at the median`)
        if (p95 > limits.p95) broken.push(`${name}, page ${page}: ${p95} ms at the 95th percentile`)
        figures.push(p50, p95)
      }
      rows.push([name, meta.total, ...figures])
    }
    await sql`drop table exact`.execute(connection)
    await sql`reset all`.execute(connection)
    return {
      title: `A page of participants, of an event of ${rows[0]?.[1]?.toLocaleString('en')}`,
      columns: ['', 'found', 'first p50', 'p95', 'last p50', 'p95'],
      rows,
      broken,
    }
  })
}

async function reports({ timed }: BigEvents, { id }: TestEvent): Promise<Table> {
  const from = addDays(dayIn('America/Sao_Paulo', new Date()), -29)
  const rows: Table['rows'] = []
  const broken: string[] = []
  for (const [name, path] of [
    ['the dashboard of the event', `/organizer/events/${id}/dashboard`],
    ['its participants', `/organizer/events/${id}/audience`],
    ['the home, of thirty days', `/organizer/dashboard?from=${from}`],
    ['the statement, of all time', '/enterprise/statement'],
  ] as const) {
    const times: number[] = []
    // Fills the caches.
    await timed(path)
    while (times.length < REPORT_REQUESTS) times.push((await timed(path)).took)
    const p95 = quantile(times, 0.95)
    if (p95 > SLOWEST_REPORT_MS) broken.push(`${name}: ${p95} ms at the 95th percentile`)
    rows.push([name, quantile(times, 0.5), p95])
  }
  return {
    title: `Reports of an event of ${HUGE.toLocaleString('en')}`,
    columns: ['', 'p50 ms', 'p95 ms'],
    rows,
    broken,
  }
}
