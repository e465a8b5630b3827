import { sql } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { EXPORT_COLUMNS } from '#contract/participant-export.ts'
import { columnsOf } from '#server/features/participants/export/queries/columns.ts'
import { getAsked, openSnapshot, whatColumnsRead } from '#server/features/participants/export/queries/rows.ts'
import { type Db, directUrlOf } from '#server/lib/db.ts'
import { at, type TestEvent } from '../server/test/factories/event.ts'
import { type Bench, perSecond, quantile, type Table } from './bench.ts'
import { type BigEvents, withBigEvents } from './big-event.ts'

const TOTALS = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const EVENTS = 200
/** Registrations of the event that is read. */
const MEASURED = 5_000
const REQUESTS = 30
/** How much the same page may cost more among a hundred times as many registrations. */
const MOST_GROWTH = 2
/** The audience looks up the city of each buyer's account, and a small table is read as a whole. */
const MOST_GROWTH_OF_AUDIENCE = 4

/** The same event among more and more registrations of others: its pages cost the same, and so does its file. */
export const sizes: Bench = {
  name: 'sizes',
  about: `list, dashboard and export of an event of ${MEASURED.toLocaleString('en')} among ${TOTALS.map((total) => total.toLocaleString('en')).join(', ')} registrations of ${EVENTS} events, ids mixed; the export beside COPY of the same columns`,
  async run() {
    const results: Awaited<ReturnType<typeof measure>>[] = []
    for (const total of TOTALS) {
      const others = Array.from({ length: EVENTS - 1 }, () => Math.ceil((total - MEASURED) / (EVENTS - 1)))
      results.push(await withBigEvents([[MEASURED, ...others]], (big) => measure(big, at(big.events, 0))))
    }
    const columns = ['', ...TOTALS.map((total) => total.toLocaleString('en'))]
    const broken: string[] = []
    const rows = at(results, 0).pages.map(([name], n): Table['rows'][number] => {
      const times = results.map(({ pages }) => at(pages, n)[1])
      const growth = at(times, times.length - 1) / at(times, 0)
      const most = name === 'the audience' ? MOST_GROWTH_OF_AUDIENCE : MOST_GROWTH
      if (growth > most) broken.push(`${name}: ${growth.toFixed(1)} times the time`)
      return [name, ...times]
    })
    const exported = (['export', 'copy'] as const).map((what): Table['rows'][number] => [
      what === 'copy' ? 'COPY of the same columns' : 'the export, CSV',
      ...results.map((result) => result[what]),
    ])
    const shares = results.map((result) => Math.round((result.export / result.copy) * 100))
    for (const [n, share] of shares.entries())
      if (share < 50) broken.push(`the export among ${at(TOTALS, n)} has ${share} % of the speed of COPY`)
    return [
      { title: 'Time in the server, p50 ms', columns, rows, broken },
      {
        title: 'Rows a second',
        columns,
        rows: [...exported, ['share', ...shares.map((share) => `${share} %`)]],
      },
    ]
  },
}

async function measure({ db, get, timed }: BigEvents, { id }: TestEvent) {
  const list = `/organizer/events/${id}/participants`
  const pages: [string, number][] = []
  for (const [name, path] of [
    ['the list, first page', list],
    ['the list, a late page', `${list}?page=200`],
    ['the list, a search', `${list}?search=silva`],
    ['the dashboard', `/organizer/events/${id}/dashboard`],
    ['the audience', `/organizer/events/${id}/audience`],
  ] as const) {
    const times: number[] = []
    // The first request fills the caches.
    await timed(path)
    while (times.length < REQUESTS) times.push((await timed(path)).took)
    pages.push([name, quantile(times, 0.5)])
  }
  const path = `/organizer/events/${id}/export-event-participants?format=csv`
  const bytesOf = async () => (await (await get(path)).arrayBuffer()).byteLength
  return { pages, export: await speed(bytesOf), copy: await speed(await copying(db, id)) }
}

/** Rows a second, the best of ten: code is slow before it is compiled, and a file of this size takes a fifth of a second. */
async function speed(read: () => Promise<number>): Promise<number> {
  const times: number[] = []
  while (times.length < 10) {
    const started = performance.now()
    if ((await read()) === 0) throw new Error('the figures are worthless: an empty file')
    times.push(performance.now() - started)
  }
  return perSecond(MEASURED, Math.min(...times))
}

/** Reads the columns of the export by one COPY and returns the number of bytes. */
async function copying(db: Db, eventId: number): Promise<() => Promise<number>> {
  const snapshot = await openSnapshot(db)
  const asked = await getAsked(snapshot, eventId)
  await snapshot.rollback().execute()
  const every = EXPORT_COLUMNS.map(({ key }) => key)
  const statement = sql`
    select ${sql.join(columnsOf(every, asked).map(({ select }) => select))}
    from registrations r
    ${whatColumnsRead}
    where r.event_id = ${eventId} order by r.id desc`.compile(db)
  // COPY takes no parameters; these are numbers and words of ours.
  const text = statement.sql.replace(/\$(\d+)/g, (_, n) => {
    const value = statement.parameters[Number(n) - 1]
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
  })
  return async () => {
    const client = new pg.Client({ connectionString: directUrlOf(db) })
    await client.connect()
    let bytes = 0
    for await (const piece of client.query(copyTo(`copy (${text}) to stdout (format csv)`)))
      bytes += piece.length
    await client.end()
    return bytes
  }
}
