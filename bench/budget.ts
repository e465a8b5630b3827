import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { RegisterParticipantInput } from '#contract/checkout.ts'
import { dayIn } from '#contract/dates.ts'
import { API_BASE } from '#contract/route.ts'
import type { OrderRequest } from '#server/features/checkout/domain/order-request.ts'
import { planOrder } from '#server/features/checkout/domain/plan-order.ts'
import { readOffer } from '#server/features/checkout/offers.ts'
import { takeSpots } from '#server/features/checkout/queries/take-spots.ts'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { migrate } from '#server/lib/migrate.ts'
import { newToken, sha256Hex } from '#server/lib/tokens.ts'
import { createEvent, type TestEvent } from '../server/test/factories/event.ts'
import { type Bench, quantile, type Table } from './bench.ts'
import { plannedOrders } from './call-alone.ts'
import { withDatabase } from './database.ts'
import { type Server, sendLoad, startBare, startServer, watchCpu } from './processes.ts'
import { buyers, order, PAID } from './rush.ts'

const BATCH = 200
const ROUNDS = 15
/** The first calls fill the tables and plan the statements. */
const BEFORE = 5
const REPEATS = 20_000
const REQUESTS = 10_000
const CONNECTIONS = 500

const WRITTEN = `'{registrations,orders,payments,payment_items,payment_events,term_acceptances,questionnaire_answers,audit_log}'::regclass[]`
const dropKeysTo = (tables: string) => `do $$ declare k record; begin
  for k in select conrelid::regclass as t, conname from pg_constraint
    where contype = 'f' and conrelid = any (${WRITTEN}) and confrelid = any (${tables})
  loop execute format('alter table %s drop constraint %I', k.t, k.conname); end loop; end $$`

/** What a call does not do in each; the difference to the first is what it costs. */
const WITHOUT: [name: string, statement: string][] = [
  ['the whole call', 'select 1'],
  [
    'foreign keys to rows of the same order',
    dropKeysTo(`'{registrations,orders,payments,payment_items}'::regclass[]`),
  ],
  ['foreign keys to accounts', dropKeysTo(`'{users}'::regclass[]`)],
  [
    'foreign keys to event, choice, term and question',
    dropKeysTo(
      `'{events,modalities,categories,kits,shirt_sizes,coupons,term_versions,questionnaires}'::regclass[]`,
    ),
  ],
  [
    'the entry and words of the list',
    'alter table registrations disable trigger registrations_participants_insert',
  ],
  [
    'its jobs',
    `create or replace function graphile_worker.add_jobs(specs graphile_worker.job_spec[], job_key_preserve_run_at boolean default true)
      returns setof graphile_worker._private_jobs language sql as 'select * from graphile_worker._private_jobs where false'`,
  ],
]

/** Where the time of one registration goes: docs/algorithms/rush.md. */
export const budget: Bench = {
  name: 'budget',
  about: `microseconds of one paid registration by part: CPU time of the call in batches of ${BATCH}, the variants in turn, and of the server`,
  run: () =>
    withDatabase(async (db, url) => [
      await ofARequest(db, url),
      await ofTheCall(db, url),
      await ofTheServer(db),
    ]),
}

/** Each step does what the step before does, and more. */
async function ofARequest(db: Db, url: string): Promise<Table> {
  const open = await createEvent(db, PAID)
  const full = await createEvent(db, { ...PAID, capacity: 1 })
  const server = await startServer(url, { limited: true })
  const bare = await startBare(`${server.address}${API_BASE}/events/${open.id}`)
  const accountsOf = async (event: TestEvent) =>
    (await buyers(db, [event], REQUESTS)).map(({ token }) => token)
  const strangers = Array.from({ length: REQUESTS }, newToken)
  const steps: { name: string; server: Server; event: TestEvent; tokens: string[]; status: number }[] = [
    { name: 'node:http alone', server: bare, event: open, tokens: strangers, status: 200 },
    { name: 'our HTTP and the session: 401', server, event: open, tokens: strangers, status: 401 },
    {
      name: 'buyer, plan, count of attempts, a call that refuses: 409',
      server,
      event: full,
      tokens: await accountsOf(full),
      status: 409,
    },
    { name: 'a call that writes: 201', server, event: open, tokens: await accountsOf(open), status: 201 },
  ]
  const rows: Table['rows'] = []
  let before = { server: 0, postgres: 0 }
  for (const { name, server, event, tokens, status } of steps) {
    const send = async (from: number, to: number) => {
      const { answers } = await sendLoad({
        addresses: [server.address],
        connections: CONNECTIONS,
        tokens: tokens.slice(from, to),
        events: [{ id: event.id, body: JSON.stringify(order(event)) }],
      })
      return Object.keys(answers)
    }
    await send(0, BEFORE * BATCH)
    const cpu = await watchCpu(db, [server])
    const answers = await send(BEFORE * BATCH, REQUESTS)
    if (!answers.every((answer) => answer.startsWith(String(status))))
      throw new Error(`the figures are worthless: ${answers}`)
    const used = cpu()
    const count = REQUESTS - BEFORE * BATCH
    const now = { server: Math.round(used.server / count), postgres: Math.round(used.postgres / count) }
    rows.push([name, now.server, now.server - before.server, now.postgres, now.postgres - before.postgres])
    before = now
  }
  await bare.stop()
  await server.stop()
  return {
    title: `A request, by ${CONNECTIONS} connections`,
    columns: ['', 'server µs', 'more', 'PostgreSQL µs', 'more'],
    rows,
  }
}

async function ofTheCall(db: Db, url: string): Promise<Table> {
  const variants: { name: string; database: Db; orders: OrderRequest[]; took: number[] }[] = []
  for (const [n, [name, statement]] of WITHOUT.entries()) {
    await sql.raw(`create database variant_${n}`).execute(db)
    const address = url.replace(/[^/]+$/, `variant_${n}`)
    await migrate(address)
    const database = createDb(createPool(address, { max: 1 }))
    await sql.raw(statement).execute(database)
    const event = await createEvent(database, PAID)
    const users = await buyers(database, [event], BATCH * (BEFORE + ROUNDS))
    variants.push({
      name,
      database,
      orders: await plannedOrders(database, event, users, order(event)),
      took: [],
    })
  }
  for (let round = 0; round < BEFORE + ROUNDS; round++)
    for (const { database, orders, took } of variants) {
      const started = await cpuOfBackend(database)
      await takeSpots(database, orders.splice(0, BATCH))
      if (round >= BEFORE) took.push(((await cpuOfBackend(database)) - started) / BATCH)
    }
  const medians = variants.map(({ took }) => quantile(took, 0.5))
  const [whole = 0] = medians
  await Promise.all(variants.map(({ database }) => database.destroy()))
  return {
    title: 'The call: what each part adds',
    columns: ['', 'µs', 'share'],
    rows: variants.map(({ name }, n) => {
      const us = n === 0 ? whole : whole - (medians[n] ?? 0)
      return [name, Math.round(us), `${Math.round((us / whole) * 100)} %`]
    }),
  }
}

/** CPU time of the only connection's backend, in microseconds, of Linux's process table: other work on the machine counts little. */
async function cpuOfBackend(database: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
  const [nanoseconds] = (await readFile(`/proc/${rows[0]?.pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1_000
}

async function ofTheServer(db: Db): Promise<Table> {
  const event = await createEvent(db, PAID)
  const offer = await readOffer(db, event.id)
  if (!offer) throw new Error('there is no event')
  const body = order(event)
  const json = JSON.stringify(body)
  const input = RegisterParticipantInput.parse(body)
  const codes = new Set(event.coupons.map(({ code }) => code))
  const buyer = { name: 'Ana', cpf: '52998224725', phone: '11987654321', birth_date: '1990-05-20', sex: 1 }
  const now = new Date()
  const today = dayIn(offer.timezone, now)
  const parts: [string, () => unknown][] = [
    ['reading the body', () => RegisterParticipantInput.parse(JSON.parse(json))],
    ['hash of the request', () => sha256Hex(JSON.stringify(input))],
    ['the day where the race is', () => dayIn(offer.timezone, now)],
    ['plan and price', () => planOrder(input, offer, buyer, today, { files: new Set(), codes })],
  ]
  return {
    title: 'The server: what is computed for each request',
    columns: ['', 'µs'],
    rows: parts.map(([name, run]) => {
      for (let i = 0; i < REPEATS; i++) run()
      const started = performance.now()
      for (let i = 0; i < REPEATS; i++) run()
      return [name, Math.round(((performance.now() - started) * 10_000) / REPEATS) / 10]
    }),
  }
}
