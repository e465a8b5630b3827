import { sql } from 'kysely'
import { addDays, dayIn } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import { at, type TestEvent } from '../server/test/factories/event.ts'
import { type Bench, quantile, type Table } from './bench.ts'
import { type BigEvents, withBigEvents } from './big-event.ts'
import { writeCosts } from './participant-writes.ts'

/** Events sold at the same time, with this many registrations in total; the first has `LARGEST`. */
const EVENTS = 300
const REGISTRATIONS = Number(process.env.BENCH_REGISTRATIONS ?? 2_000_000)
const LARGEST = 50_000
/** A separate event, ten times as large as the largest real one. */
const HUGE = 500_000
const PER_PAGE = 20
const PLAIN_RUNS = 2

interface Limits {
  requests: number
  p50: number
  p95: number
}

/** A filter of the list and the same in SQL. */
interface Case {
  name: string
  query: string
  /** On the columns of `exact`. */
  exact: string
  /** The straightforward condition on `r` registrations and `u` users. */
  plain: string
}

/** Pages of an organizer's list of participants, requested over HTTP from a separate process and timed in the server. */
export const participants: Bench = {
  name: 'participants',
  about: `a page of the participants of one event among ${REGISTRATIONS.toLocaleString('en')} registrations of ${EVENTS} events with mixed ids: time in the server, plain SQL with indexes, and the list's cost for registrations and payments`,
  run: () => {
    const rest = Math.floor((REGISTRATIONS - LARGEST) / (EVENTS - 1))
    const groups = [[LARGEST, ...Array.from({ length: EVENTS - 1 }, () => rest)], [HUGE]]
    return withBigEvents(groups, async (big) => {
      const [largest, huge] = [at(big.events, 0), at(big.events, EVENTS)]
      const costs = await writeCosts(big.db, largest)
      const tables = [
        await pages(big, largest, { requests: 60, p50: 25, p95: 60 }),
        await pages(big, huge, { requests: 20, p50: 400, p95: 400 }),
      ]
      await addPlainIndexes(big.db)
      for (const [n, event] of [largest, huge].entries())
        for (const [i, one] of cases(event).entries())
          at(tables, n).rows[i]?.push(await plainPage(big.db, event.id, one.plain))
      return [...tables, costs]
    })
  },
}

function cases(event: TestEvent): Case[] {
  const rare = event.categories.at(-1)?.id
  const kit = event.kits[1]?.id
  const modality = event.modalities[1]?.id
  const from = addDays(dayIn('America/Sao_Paulo', new Date()), -20)
  const to = addDays(from, 6)
  const both = (where: string) => ({ exact: where, plain: where.replaceAll(/\w+ =/g, 'r.$&') })
  const paid = (codes: string) => ({
    exact: `payment_status in (${codes})`,
    plain: `exists (select from payment_items i join payments p on p.id = i.payment_id
      where i.registration_id = r.id and p.status in (${codes}))`,
  })
  const search = (typed: string) => {
    const words = typed.split(' ')
    return {
      exact: words.map((word) => `text like '%${word}%'`).join(' and '),
      plain: words
        .map(
          (word) =>
            `(searchable(r.name) like '%${word}%' or r.cpf like '%${word}%' or u.email like '%${word}%')`,
        )
        .join(' and '),
    }
  }
  const and = (...parts: Pick<Case, 'exact' | 'plain'>[]) => ({
    exact: parts.map(({ exact }) => exact).join(' and '),
    plain: parts.map(({ plain }) => plain).join(' and '),
  })
  const pending = both('status = 0')
  const few = and(both(`category_id = ${rare} and kit_id = ${kit}`), paid('5'))
  return [
    { name: 'no filter', query: '', ...both('true') },
    { name: 'a modality', query: `modality_id=${modality}`, ...both(`modality_id = ${modality}`) },
    { name: 'a rare category', query: `category_id=${rare}`, ...both(`category_id = ${rare}`) },
    { name: 'a kit', query: `product_id=${kit}`, ...both(`kit_id = ${kit}`) },
    { name: 'pending', query: 'registration_status=0', ...pending },
    { name: 'paid', query: 'payment_status=2', ...paid('1, 2, 12') },
    { name: 'overdue', query: 'payment_status=4', ...paid('4') },
    {
      name: 'paid within a week',
      query: `payment_date_start=${from}&payment_date_end=${to}`,
      exact: `paid_on between '${from}' and '${to}'`,
      plain: `exists (select from payment_items i join payments p on p.id = i.payment_id
        where i.registration_id = r.id and p.paid_at::date between '${from}' and '${to}')`,
    },
    { name: 'three filters', query: `category_id=${rare}&product_id=${kit}&payment_status=5`, ...few },
    { name: 'sorted by name', query: 'sort=name', ...both('true') },
    { name: 'paid, sorted by price', query: 'sort=value&order=desc&payment_status=2', ...paid('1, 2, 12') },
    { name: 'sorted by day of payment', query: 'sort=paid_on&order=desc', ...both('true') },
    { name: 'silva', query: 'search=silva', ...search('silva') },
    { name: 'maria silva', query: 'search=Maria+Silva', ...search('maria silva') },
    { name: 'zélia uchôa', query: 'search=Z%C3%A9lia+Uch%C3%B4a', ...search('zelia uchoa') },
    { name: 'guimarães', query: 'search=Guimar%C3%A3es', ...search('guimaraes') },
    { name: 'an e-mail’s end', query: 'search=exemplo.test', ...search('exemplo.test') },
    { name: 'part of a CPF', query: 'search=123.456', ...search('123456') },
    { name: 'nobody', query: 'search=xyzxyz', ...search('xyzxyz') },
    { name: 'silva, pending', query: 'search=silva&registration_status=0', ...and(search('silva'), pending) },
    {
      name: 'silva, confirmed',
      query: 'search=silva&registration_status=1',
      ...and(search('silva'), both('status = 1')),
    },
    { name: 'borges, overdue', query: 'search=borges&payment_status=4', ...and(search('borges'), paid('4')) },
    {
      name: 'maria silva, of a modality',
      query: `search=maria+silva&modality_id=${modality}`,
      ...and(search('maria silva'), both(`modality_id = ${modality}`)),
    },
    {
      name: 'silva, three filters',
      query: `search=silva&category_id=${rare}&product_id=${kit}&payment_status=5`,
      ...and(search('silva'), few),
    },
  ]
}

/** Times the first and the last page of each filter; too slow or inexact ones are reported as broken. */
async function pages({ db, timed }: BigEvents, event: TestEvent, limits: Limits): Promise<Table> {
  const rows: Table['rows'] = []
  const broken: string[] = []
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`
      create temporary table exact as
      select t.*, participant_text(r.name, u.email, r.cpf) as text
      from participant_truth t join registrations r on r.id = t.registration_id join users u on u.id = r.responsible_user_id
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
      rows.push([name, meta.total, meta.last_page, ...figures])
    }
    await sql`drop table exact`.execute(connection)
    await sql`reset all`.execute(connection)
    return {
      title: `A page of participants, of an event of ${rows[0]?.[1]?.toLocaleString('en')}`,
      columns: ['', 'found', 'pages', 'first p50', 'p95', 'last p50', 'p95', 'plain SQL p50 ms'],
      rows,
      broken,
    }
  })
}

/** The usual additional indexes for the plain queries; those on `(event_id, id)` and foreign keys exist. */
async function addPlainIndexes(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    for (const columns of [
      '(event_id, status, id)',
      '(event_id, modality_id, id)',
      '(event_id, category_id, id)',
      '(event_id, kit_id, id)',
      'using gin (searchable(name) gin_trgm_ops)',
      'using gin (cpf gin_trgm_ops)',
    ])
      await sql.raw(`create index on registrations ${columns}`).execute(connection)
    await sql`create index on users using gin (email gin_trgm_ops)`.execute(connection)
    await sql`create index on payments (event_id, status)`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
    await sql`reset all`.execute(connection)
  })
}

/** First page, total and cards as straightforward SQL: joins, `count(*)`, `limit`. Returns the median in milliseconds. */
async function plainPage(db: Db, eventId: number, where: string): Promise<number> {
  const from = `from registrations r join users u on u.id = r.responsible_user_id where r.event_id = ${eventId}`
  const times: number[] = []
  while (times.length < PLAIN_RUNS) {
    const started = performance.now()
    for (const query of [
      `select count(*) ${from} and ${where}`,
      `select r.*, u.email ${from} and ${where} order by r.id desc limit ${PER_PAGE}`,
      `select r.status, count(*), count(*) filter (where r.total_cents = 0), sum(p.amount_cents)
        from registrations r left join payment_items i on i.registration_id = r.id
        left join payments p on p.id = i.payment_id and p.status in (1, 2, 3, 12)
        where r.event_id = ${eventId} group by r.status`,
    ])
      await sql.raw(query).execute(db)
    times.push(performance.now() - started)
  }
  return quantile(times, 0.5)
}
