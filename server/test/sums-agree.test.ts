// @module-tag operation
import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn, toIsoDate } from '#contract/dates.ts'
import { formatCents, toCents } from '#contract/money.ts'
import type { EventDashboard, Finances, OrganizerDashboard, Totals } from '#contract/report/dashboard.ts'
import type { Statement } from '#contract/report/statement.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { setRetainedAmount } from '#server/features/payment/balancing/queries.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { closeChoice, openChoice } from '#server/features/payment/held-refunds/queries.ts'
import { moveItem } from '#server/features/payment/queries/items.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { transaction } from '#server/lib/db.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { at, type TestEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createOrganizer, createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { simulateRace } from './random-race.ts'

/* Events with random operations, and every report of their revenue: the summary cards of the
   participants, their export, the dashboards, the statement and its file. All agree to the cent with
   payments and registrations. */

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const ZONES = ['America/Sao_Paulo', 'America/Manaus', 'America/Noronha']
const SEEDS = [20_261_121, 7_919, 104_729]
const START = new Date()
const [one, other] = [await createOrganizer(db), await createOrganizer(db)]
const admin = await createUser(db, { roles: ['Admin'] })
const races: TestEvent[] = []
beforeAll(async () => {
  for (const [i, timezone] of ZONES.entries()) {
    app.deps.clock.set(START)
    races.push(await simulateRace(app, i < 2 ? one : other, { seed: at(SEEDS, i), timezone }))
  }
  await moveCredits(at(races, 0), at(races, 1))
  // Sessions that read the reports are moved after the simulated time.
  const now = app.deps.clock.now()
  await db.updateTable('sessions').set({ created_at: now, last_used_at: now }).execute()
  expect(await brokenInvariants(db)).toEqual([])
}, 120_000)

/** Some runners who paid for one race use the credit for the other, as cancelling an event allows. */
async function moveCredits(from: TestEvent, to: TestEvent): Promise<void> {
  const { rows } = await sql<{ id: number; payment_id: number; amount_cents: number; user_id: number }>`
    select r.id, p.id as payment_id, p.amount_cents, r.responsible_user_id as user_id
    from registrations r join payment_items i on i.registration_id = r.id join payments p on p.id = i.payment_id
    where r.event_id = ${from.id} and r.status = 1 and p.status in (1, 2, 3) and p.duplicate_of is null
      and p.amount_cents = r.total_cents and not exists (select from refunds f where f.registration_id = r.id)
    order by p.status, r.id limit 6`.execute(db)
  const { clock, gateway } = app.deps
  const [at, provider] = [clock.now(), gateway.provider]
  for (const { id: fromId, payment_id: paymentId, amount_cents: amountCents, user_id: actorUserId } of rows) {
    const buyer = { ...(await createUser(db)), id: actorUserId }
    const { registrations } = await createOrder(db, to, { buyer, payment: { amountCents } })
    const toId = registrations[0]?.id ?? 0
    await transaction(db, async (tx) => {
      await lockPaymentsOf(tx, [fromId, toId])
      const retained = new Map([[fromId, amountCents]])
      await cancelRegistrations(tx, [fromId], {
        at,
        actorUserId: null,
        reason: 'event_cancelled',
        retained,
        provider,
      })
      await openChoice(tx, {
        registrationId: fromId,
        eventId: from.id,
        kind: 'event_cancelled',
        endsOn: '2030-01-01',
      })
      await moveItem(tx, { paymentId, fromId, toId, amountCents, actorUserId, at })
      await closeChoice(tx, fromId, { choice: 'credit', at, by: actorUserId })
      await setRetainedAmount(tx, [fromId], 0)
      await balancePayments(tx, { registrationIds: [fromId, toId], provider, at, actorUserId })
    })
  }
}

const text = async (path: string, { token }: { token: string } = admin) => {
  const answer = await app.call('GET', path, { token })
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
  return answer.body
}
const read = async <T>(path: string, who?: { token: string }): Promise<T> =>
  JSON.parse(await text(path, who)).data
const readCsv = async (path: string, who?: { token: string }): Promise<Record<string, string>[]> =>
  Papa.parse<Record<string, string>>((await text(path, who)).replace('\uFEFF', ''), {
    header: true,
    delimiter: ';',
    skipEmptyLines: true,
  }).data

const cents = (decimal: string | null | undefined): number => toCents(decimal ?? '') ?? Number.NaN
const sum = <T>(list: readonly T[], value: (one: T) => number): number =>
  list.reduce((total, item) => total + value(item), 0)

type Figures = Record<keyof Finances, number>
const FIGURES = [
  'received',
  'returned',
  'moved',
  'balance',
  'owed_back',
  'fees',
  'setup_fee',
  'card_fees',
  'cash',
  'net',
  'repeated',
] as const
const inCents = (finances: Finances): Figures =>
  Object.fromEntries(FIGURES.map((name) => [name, cents(finances[name])])) as Figures
const added = (list: readonly Finances[]): Figures =>
  Object.fromEntries(FIGURES.map((name) => [name, sum(list, (item) => cents(item[name]))])) as Figures

const round = (share: number) => Math.floor(share + 0.5)
const fee = (cancelled: boolean, total: number, whole: number, paid: number) =>
  cancelled ? 0 : paid >= total ? whole : round((whole * paid) / total)

/** Returns the expected figures, computed from the tables. */
async function expectedFigures(event: TestEvent): Promise<Figures> {
  const { rows: registrations } = await sql<{
    status: number
    total: number
    fee: number
    paid: number
    refunding: number
    repeated: number
  }>`select r.status, r.total_cents as total, r.fee_cents as fee,
      coalesce(sum(i.amount_cents - f.decided) filter (where p.duplicate_of is null), 0)::int as paid,
      coalesce(sum(f.decided - f.done) filter (where p.duplicate_of is null), 0)::int as refunding,
      coalesce(sum(i.amount_cents - f.done) filter (where p.duplicate_of is not null), 0)::int as repeated
    from registrations r
    left join (payment_items i join payments p on p.id = i.payment_id and p.status in (1, 2, 3, 12)) on i.registration_id = r.id
    left join lateral (
      select coalesce(sum(amount_cents) filter (where status not in ('requested', 'refused')), 0) as decided,
        coalesce(sum(amount_cents) filter (where status = 'done'), 0) as done
      from refunds where payment_id = p.id and registration_id = r.id
    ) f on true
    where r.event_id = ${event.id} group by r.id`.execute(db)
  // From the ledger: payments that left the paid statuses for good, and refunds of the others.
  const { rows: gone } = await sql<{ cents: number }>`
    select coalesce(sum(case when status in (1, 2, 3, 12) then done else amount_cents end), 0)::int as cents
    from (
      select p.id, p.status, i.amount_cents, (
        select coalesce(sum(amount_cents), 0) from refunds f
        where f.payment_id = p.id and f.registration_id = r.id and f.status = 'done'
      ) as done
      from registrations r join payment_items i on i.registration_id = r.id join payments p on p.id = i.payment_id
      where r.event_id = ${event.id} and p.duplicate_of is null
    ) p
    where status in (1, 2, 3, 12) or exists (
      select from payment_events e where e.payment_id = p.id and applied and from_status in (1, 2, 3, 12)
    )`.execute(db)
  const { rows: moves } = await sql<{ cents: number }>`
    select coalesce(sum(case when to_event_id = ${event.id} then amount_cents else -amount_cents end), 0)::int as cents
    from payment_moves where ${event.id} in (from_event_id, to_event_id)`.execute(db)
  const { rows: charges } = await sql<{ cents: number }>`
    select amount_cents as cents from organizer_charges where event_id = ${event.id}`.execute(db)
  const { rows: cards } = await sql<{ cents: number }>`
    select coalesce(sum(gateway_fee_cents), 0)::int as cents from payments p
    where event_id = ${event.id} and fee_by_organizer and duplicate_of is null and exists (
      select from payment_events e where e.payment_id = p.id and applied and e.to_status in (1, 2, 3, 12)
    )`.execute(db)
  const { rows: inCash } = await sql<{ cents: number }>`
    select coalesce(sum(i.amount_cents - f.refunded_cents), 0)::int as cents
    from registrations r join payment_items i on i.registration_id = r.id join payments p on p.id = i.payment_id
    cross join lateral item_refunds(i.payment_id, i.registration_id) f
    where r.event_id = ${event.id} and p.duplicate_of is null and p.status = 1`.execute(db)
  const balance = sum(registrations, ({ paid, refunding }) => paid + refunding)
  const returned = at(gone, 0).cents
  const moved = at(moves, 0).cents
  const owedBack = sum(registrations, ({ refunding }) => refunding)
  const fees = sum(registrations, (row) => fee(row.status === 2, row.total, row.fee, row.paid))
  const setupFee = at(charges, 0).cents
  const cardFees = at(cards, 0).cents
  return {
    received: balance + returned - moved,
    returned,
    moved,
    balance,
    owed_back: owedBack,
    fees,
    setup_fee: setupFee,
    card_fees: cardFees,
    cash: at(inCash, 0).cents,
    net: balance - owedBack - fees - setupFee - cardFees - at(inCash, 0).cents,
    repeated: sum(registrations, ({ repeated }) => repeated),
  }
}

test('every figure occurs in every race', async () => {
  for (const race of races) {
    const figures = await expectedFigures(race)
    for (const name of FIGURES)
      if (name !== 'moved' || race !== at(races, 2)) expect(figures[name], name).not.toBe(0)
  }
})

describe.each(ZONES.map((zone, i) => [zone, i] as const))('an event in %s', (timezone, i) => {
  const race = () => at(races, i)
  const dashboard = () => read<EventDashboard>(`/organizer/events/${race().id}/dashboard`)

  test('the dashboard equals the tables, in every grouping', async () => {
    const { finances, by_day, by_method, by_category, registrations } = await dashboard()
    const wanted = await expectedFigures(race())
    expect(finances && inCents(finances)).toEqual(wanted)
    expect(sum(by_day, (day) => cents(day.received))).toBe(wanted.received)
    expect(sum(by_day, (day) => cents(day.returned))).toBe(wanted.returned)
    expect(sum(by_day, (day) => day.registrations)).toBe(registrations.registered)
    expect(sum(by_method ?? [], (method) => cents(method.balance))).toBe(wanted.balance)
    expect(sum(by_category, (category) => cents(category.balance))).toBe(wanted.balance)
  })

  test("days are grouped in the event's time zone", async () => {
    const { by_day } = await dashboard()
    const payments = await db
      .selectFrom('payments')
      .where('event_id', '=', race().id)
      .where('duplicate_of', 'is', null)
      .where('paid_at', 'is not', null)
      .select(['id', 'paid_at', 'returned_at', 'amount_cents', 'status'])
      .execute()
    const arrived = payments.filter(
      ({ status, returned_at }) => [1, 2, 3, 5, 12].includes(status) || returned_at !== null,
    )
    const refunds = await db
      .selectFrom('refunds')
      .where('event_id', '=', race().id)
      .where('status', '=', 'done')
      .select(['payment_id', 'done_at', 'amount_cents'])
      .execute()
    const paid = refunds.filter(({ payment_id }) => payments.some(({ id }) => id === payment_id))
    for (const { day, received, returned } of by_day) {
      const onDay = (instant: Date | null) => instant !== null && dayIn(timezone, instant) === toIsoDate(day)
      const refunded = (id: number) =>
        sum(paid, ({ payment_id, amount_cents }) => (payment_id === id ? amount_cents : 0))
      expect([cents(received), cents(returned)], day).toEqual([
        sum(arrived, ({ paid_at, amount_cents }) => (onDay(paid_at) ? amount_cents : 0)),
        sum(arrived, ({ id, returned_at, amount_cents }) =>
          onDay(returned_at) ? amount_cents - refunded(id) : 0,
        ) + sum(paid, ({ done_at, amount_cents }) => (onDay(done_at) ? amount_cents : 0)),
      ])
    }
  })

  test('the summary cards and the export of the participants equal the tables', async () => {
    const wanted = await expectedFigures(race())
    const { registrations } = await dashboard()
    const { meta } = JSON.parse(await text(`/organizer/events/${race().id}/participants`))
    expect(cents(meta.total_valor_paid_participants)).toBe(wanted.balance - wanted.owed_back)
    expect(registrations).toEqual({
      registered: meta.total_participants_registered,
      confirmed: meta.total_participants_confirmed,
      pending: meta.total_participants_pending,
      cancelled: meta.total_participants_canceled,
      paid: meta.total_paid_participants,
      free: meta.total_free_participants,
    })
    const rows = await readCsv(`/organizer/events/${race().id}/export-event-participants`)
    const money = rows.map((row) => ({
      cancelled: row.Situação === 'Cancelado',
      paid: cents(row['Valor pago']),
      total: cents(row.Total),
      refunding: cents(row.Crédito),
      fee: cents(row['Taxa de serviço']) + cents(row['Taxa do organizador']),
    }))
    expect(rows).toHaveLength(registrations.registered)
    expect(sum(money, ({ paid, refunding }) => paid + refunding)).toBe(wanted.balance)
    expect(sum(money, (row) => fee(row.cancelled, row.total, row.fee, row.paid))).toBe(wanted.fees)
    expect(sum(money, ({ refunding }) => refunding)).toBe(wanted.owed_back)
  })
})

test('the money sentence of each registration equals the tables', async () => {
  for (const { id: eventId } of races) {
    const { rows } = await sql<{ id: number; status: number; total: number; received: number; here: number }>`
      select r.id, r.status, r.total_cents as total,
        (select coalesce(sum(amount_cents), 0)::int from payment_moves where from_registration_id = r.id)
          + coalesce(sum(i.amount_cents) filter (where p.status in (1, 2, 3, 5, 10, 12)), 0)::int as received,
        coalesce(sum(i.amount_cents - f.decided) filter (
          where p.status in (1, 2, 3, 12) and p.duplicate_of is null
        ), 0)::int + coalesce(sum(i.amount_cents - f.done) filter (where p.status = 10), 0)::int as here
      from registrations r
      left join (payment_items i join payments p on p.id = i.payment_id) on i.registration_id = r.id
      left join lateral (
        select coalesce(sum(amount_cents) filter (where status not in ('requested', 'refused')), 0) as decided,
          coalesce(sum(amount_cents) filter (where status = 'done'), 0) as done
        from refunds where payment_id = p.id and registration_id = r.id
      ) f on true
      where r.event_id = ${eventId} group by r.id order by r.id`.execute(db)
    const said = new Map<number, string>()
    for (let page = 1; said.size < rows.length; page++) {
      const list = await read<{ id: number; money_sentence: string }[]>(
        `/organizer/events/${eventId}/participants?per_page=100&page=${page}`,
      )
      for (const { id, money_sentence } of list) said.set(id, money_sentence)
    }
    for (const { id, status, total, received, here } of rows) {
      const sentence = said.get(id) ?? ''
      const missing = status === 2 ? 0 : Math.max(0, total - here)
      expect(sentence.includes('pagos'), sentence).toBe(received > 0)
      expect(/falta|a pagar/i.test(sentence), sentence).toBe(missing > 0)
      if (missing > 0) expect(sentence).toContain(formatCents(missing))
      if (received > 0 && missing === 0) expect(sentence).toContain(formatCents(received))
    }
  }
})

describe('the statement', () => {
  test('equals the dashboard of each event; sums of organizers, methods and days equal the total', async () => {
    const { total, organizers, by_method, by_day } = await read<Statement>('/enterprise/statement')
    const events = organizers.flatMap((organizer) => organizer.events)
    expect(events.map(({ id }) => id).sort()).toEqual(races.map(({ id }) => id).sort())
    for (const event of events) {
      const { finances } = await read<EventDashboard>(`/organizer/events/${event.id}/dashboard`)
      expect(event.total).toEqual(finances)
    }
    for (const organizer of organizers)
      expect(inCents(organizer.total)).toEqual(added(organizer.events.map((event) => event.total)))
    expect(inCents(total)).toEqual(added(organizers.map((organizer) => organizer.total)))
    for (const name of ['received', 'returned', 'moved', 'balance'] as const)
      expect(
        sum(by_method, (method) => cents(method[name])),
        name,
      ).toBe(cents(total[name]))
    for (const name of [
      'received',
      'returned',
      'moved',
      'balance',
      'owed_back',
      'fees',
      'setup_fee',
      'net',
    ] as const)
      expect(
        sum(by_day, (day) => cents(day[name])),
        name,
      ).toBe(cents(total[name]))
  })

  test('the CSV file adds up to the totals', async () => {
    const { total } = await read<Statement>('/enterprise/statement')
    const rows = await readCsv('/enterprise/statement.csv')
    const column = (name: string) => sum(rows, (row) => cents(row[name]))
    expect({
      received: column('Recebido'),
      returned: column('Devolvido'),
      owed_back: column('A devolver'),
      fees: column('Taxa de serviço'),
      setup_fee: column('Taxa de publicação'),
      net: column('Líquido'),
      card_fees: column('Tarifa do parcelamento'),
      cash: column('Recebido em dinheiro'),
      repeated: column('Pago em duplicidade'),
      moved: column('Crédito de outra data'),
      balance: column('Recebido') - column('Devolvido') + column('Crédito de outra data'),
    }).toEqual(inCents(total))
    for (const moved of ['Recebido', 'Devolvido'])
      expect(
        column(`${moved} em Pix`) + column(`${moved} em Boleto`) + column(`${moved} em Cartão de Crédito`),
      ).toBe(column(moved))
  })

  test('consecutive periods add up to the whole', async () => {
    const { total, by_day } = await read<Statement>('/enterprise/statement')
    const middle = toIsoDate(at(by_day, Math.floor(by_day.length / 2)).day) ?? ''
    const first = await read<Statement>(`/enterprise/statement?to=${middle}`)
    const second = await read<Statement>(`/enterprise/statement?from=${addDays(middle, 1)}`)
    expect(cents(first.total.received)).toBeGreaterThan(0)
    expect(cents(second.total.received)).toBeGreaterThan(0)
    expect(added([first.total, second.total])).toEqual(inCents(total))
  })

  test('an organizer’s own statement equals Empresa’s filtered by that organizer', async () => {
    const own = await read<Statement>('/organizer/statement', other)
    const narrowed = await read<Statement>(`/enterprise/statement?organizer_id=${other.organizerId}`)
    expect(own.organizers).toEqual(narrowed.organizers)
    expect(own.organizers[0]?.events.map(({ id }) => id)).toEqual([at(races, 2).id])
    const one = await read<Statement>(`/enterprise/statement?event_id=${at(races, 0).id}`)
    expect(inCents(one.total)).toEqual(await expectedFigures(at(races, 0)))
  })
})

interface Overview {
  registrations: number
  received: string
}
interface PayoutBalance {
  organizer: { id: number }
  total: { net: string }
}

test('the homes of Admin and Empresa and the payouts equal the statement and the participants’ cards', async () => {
  const { total, organizers } = await read<Statement>('/enterprise/statement')
  const cards = await Promise.all(
    races.map(async ({ id }) => JSON.parse(await text(`/organizer/events/${id}/participants`)).meta),
  )
  const held = sum(cards, (meta) => meta.total_participants_confirmed + meta.total_participants_pending)
  for (const path of ['/admin/overview', '/enterprise/overview'])
    expect(await read<Overview>(path), path).toMatchObject({ received: total.received, registrations: held })
  const balances = await read<PayoutBalance[]>('/enterprise/payout-balances')
  for (const { id, total: stated } of organizers) {
    const balance = balances.find(({ organizer }) => organizer.id === id)
    expect(balance?.total.net).toBe(stated.net)
  }
  const own = await read<PayoutBalance>('/organizer/payout-balance', one)
  expect(own.total.net).toBe(organizers.find(({ id }) => id === one.organizerId)?.total.net)
})

test('the organizer’s home equals the statement of their events', async () => {
  const { total } = await read<Statement>('/organizer/statement', one)
  const home = await read<OrganizerDashboard>('/organizer/dashboard', one)
  expect(home.events).toBe(2)
  expect(home.current).toMatchObject({ received: total.received, returned: total.returned })
  for (const list of [home.by_day, home.by_event] as Totals[][]) {
    expect(sum(list, ({ received }) => cents(received))).toBe(cents(total.received))
    expect(sum(list, ({ registrations }) => registrations)).toBe(home.current.registrations)
  }
})

interface Explained {
  price_lines: { kind: string; amount: string }[]
}
const linesOf = ({ price_lines }: Explained) => sum(price_lines, ({ amount }) => cents(amount))

describe('the lines of a price add up to the cent', () => {
  test('to the price of every registration', async () => {
    for (const { id } of races) {
      const { rows } = await sql<{ id: number }>`select id from registrations where event_id = ${id}`.execute(
        db,
      )
      for (const row of rows) {
        const record = await read<Explained & { value: string }>(`/organizer/registrations/${row.id}`)
        expect(linesOf(record), `registration ${row.id}`).toBe(cents(record.value))
      }
      const file = await readCsv(
        `/organizer/events/${id}/export-event-participants?columns=total,price_lines`,
      )
      expect(file).toHaveLength(rows.length)
      for (const { Total = '', 'Composição do preço': words = '' } of file) {
        const amounts = words
          .split('; ')
          .map((line) => cents(/-?R\$ [\d.,]+$/.exec(line)?.[0].replace('R$ ', '')))
        expect(sum(amounts, (amount) => amount)).toBe(cents(Total))
      }
    }
  })

  test('to what every payment charges for each of its registrations', async () => {
    const kinds = new Set<string>()
    const { rows } = await sql<{ token: string }>`select token from payments`.execute(db)
    for (const { token } of rows) {
      const { items, ...payment } = await read<{
        items: (Explained & { amount: string })[]
        amount: string
        interest: string
      }>(`/payments/${token}`)
      for (const item of items) expect(linesOf(item), token).toBe(cents(item.amount))
      expect(sum(items, linesOf), token).toBeLessThanOrEqual(cents(payment.amount) - cents(payment.interest))
      for (const { kind } of items.flatMap((item) => item.price_lines)) kinds.add(kind)
    }
    expect([...kinds]).toContain('difference')
  })
})
