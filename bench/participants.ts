import { sql } from 'kysely'
import { addDays, dayIn } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import type { TestEvent } from '../server/test/factories/event.ts'
import { type Bench, quantile, type Table } from './bench.ts'
import { type BigEvent, REGISTRATIONS, withBigEvent } from './big-event.ts'

const REQUESTS = 120
const NAIVE_RUNS = 3
const PER_PAGE = 20

interface Case {
  name: string
  query: string
  /** The page of so many; the last when absent. */
  page?: 'middle' | 'last'
  /** What plain SQL would say after `where r.event_id = …`. */
  plain: string
}

/** An organizer's list of participants, page by page, asked for over HTTP from a process of its own and timed in the server. */
export const desk: Bench = {
  name: 'desk',
  about: `a page of the participants of one event of ${REGISTRATIONS.toLocaleString('en')} registrations: the answer in the server, and plain SQL`,
  run: () =>
    withBigEvent(async (big) => {
      const rows: Table['rows'] = []
      for (const one of cases(big.event)) rows.push(await measure(big, one))
      const columns = ['', 'found', 'page', 'p50 ms', 'p95 ms', 'p99 ms', 'plain SQL p50 ms']
      return [{ title: 'A page of participants', columns, rows }]
    }),
}

function cases(event: TestEvent): Case[] {
  const [category] = event.categories
  const rare = event.categories.at(-1)
  const from = addDays(dayIn('America/Sao_Paulo', new Date()), -20)
  const to = addDays(from, 6)
  const payment = (codes: string) =>
    `and exists (select from payment_items i join payments p on p.id = i.payment_id where i.registration_id = r.id and p.status in (${codes}))`
  const words = (...patterns: string[]) =>
    patterns
      .map((pattern) => `and searchable(r.name || ' ' || u.email || ' ' || r.cpf) like '%${pattern}%'`)
      .join(' ')
  const filters: Omit<Case, 'page'>[] = [
    { name: 'no filter', query: '', plain: '' },
    {
      name: 'a modality',
      query: `modality_id=${event.modalities[1]?.id}`,
      plain: `and r.modality_id = ${event.modalities[1]?.id}`,
    },
    { name: 'a rare category', query: `category_id=${rare?.id}`, plain: `and r.category_id = ${rare?.id}` },
    { name: 'a kit', query: `product_id=${event.kits[1]?.id}`, plain: `and r.kit_id = ${event.kits[1]?.id}` },
    { name: 'pending', query: 'registration_status=0', plain: 'and r.status = 0' },
    { name: 'paid', query: 'payment_status=2', plain: payment('1, 2, 12') },
    { name: 'overdue', query: 'payment_status=4', plain: payment('4') },
    {
      name: 'paid within a week',
      query: `payment_date_start=${from}&payment_date_end=${to}`,
      plain: `and exists (select from payment_items i join payments p on p.id = i.payment_id where i.registration_id = r.id and p.paid_at::date between '${from}' and '${to}')`,
    },
    {
      name: 'four filters at once',
      query: `category_id=${category?.id}&product_id=${event.kits[1]?.id}&registration_status=0&payment_status=4`,
      plain: `and r.category_id = ${category?.id} and r.kit_id = ${event.kits[1]?.id} and r.status = 0 ${payment('4')}`,
    },
    {
      name: 'four that leave a few',
      query: `category_id=${rare?.id}&product_id=${event.kits[1]?.id}&registration_status=0&payment_status=11`,
      plain: `and r.category_id = ${rare?.id} and r.kit_id = ${event.kits[1]?.id} and r.status = 0 ${payment('11')}`,
    },
    { name: 'search: silva', query: 'search=silva', plain: words('silva') },
    { name: 'search: maria silva', query: 'search=Maria+Silva', plain: words('maria', 'silva') },
    { name: 'search: zélia uchôa', query: 'search=Z%C3%A9lia+Uch%C3%B4a', plain: words('zelia', 'uchoa') },
    { name: 'search: e-mail', query: 'search=exemplo.test', plain: words('exemplo.test') },
    { name: 'search: part of a CPF', query: 'search=123.456', plain: words('123456') },
    { name: 'search: nobody', query: 'search=xyzxyz', plain: words('xyzxyz') },
    {
      name: 'search: silva, among a few',
      query: `search=silva&category_id=${rare?.id}&product_id=${event.kits[1]?.id}&payment_status=5`,
      plain: `and r.category_id = ${rare?.id} and r.kit_id = ${event.kits[1]?.id} ${payment('5')} ${words('silva')}`,
    },
    ...(['silva', 'borges', 'maria silva'] as const).flatMap((search) => [
      {
        name: `search: ${search}, pending`,
        query: `search=${search}&registration_status=0`,
        plain: `and r.status = 0 ${words(...search.split(' '))}`,
      },
      {
        name: `search: ${search}, overdue`,
        query: `search=${search}&payment_status=4`,
        plain: `${payment('4')} ${words(...search.split(' '))}`,
      },
      {
        name: `search: ${search}, of a modality`,
        query: `search=${search}&modality_id=${event.modalities[1]?.id}`,
        plain: `and r.modality_id = ${event.modalities[1]?.id} ${words(...search.split(' '))}`,
      },
    ]),
  ]
  return filters.flatMap((filter) => [
    filter,
    { ...filter, page: 'middle' as const },
    { ...filter, page: 'last' as const },
  ])
}

async function measure(
  { db, event, timed }: BigEvent,
  { name, query, page, plain }: Case,
): Promise<Table['rows'][number]> {
  const ask = async (at: number) => {
    const { body, took } = await timed(`/organizer/events/${event.id}/participants?${query}&page=${at}`)
    return { took, meta: (JSON.parse(body) as { meta: { total: number; last_page: number } }).meta }
  }
  const { meta } = await ask(1)
  const at = page === undefined ? 1 : page === 'last' ? meta.last_page : Math.ceil(meta.last_page / 2)
  await ask(at)
  const times: number[] = []
  while (times.length < REQUESTS) times.push((await ask(at)).took)
  const plainTimes: number[] = []
  while (plainTimes.length < NAIVE_RUNS) {
    const started = performance.now()
    await plainPage(db, event.id, plain, at)
    plainTimes.push(performance.now() - started)
  }
  return [
    name,
    meta.total,
    at,
    quantile(times, 0.5),
    quantile(times, 0.95),
    quantile(times, 0.99),
    quantile(plainTimes, 0.5),
  ]
}

/** Page, total and cards as one writes them first: joins, `count(*)`, `offset`. */
async function plainPage(db: Db, eventId: number, where: string, page: number): Promise<void> {
  const from = `from registrations r join users u on u.id = r.responsible_user_id where r.event_id = ${eventId}`
  await sql.raw(`select count(*) ${from} ${where}`).execute(db)
  await sql
    .raw(
      `select r.*, u.email from registrations r join users u on u.id = r.responsible_user_id
       where r.event_id = ${eventId} ${where} order by r.id desc offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`,
    )
    .execute(db)
  await sql.raw(`select status, count(*) ${from} group by status`).execute(db)
}
