// @module-tag operation
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { ChangeOptions } from '#contract/my-registrations/change.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isLockTimeout } from '#server/lib/errors.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  chargedRegistration,
  findRegistration,
  listRefunds,
  press,
  pressAndDeliver,
  reportStatus,
} from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { changeRegistration } from './change-registration.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const organizer = await createOrganizer(db)

afterEach(async () => {
  app.deps.clock.set(now)
  expect(await brokenInvariants(db)).toEqual([])
})

const COMPLETE = 0
const PREMIUM = 1
const BASIC = 2
const FREE = 3
const ALMOST = 4

/** Kits of R$ 110,00 (P, M), R$ 165,00 with one unit, R$ 55,00, R$ 0,00 and R$ 112,20. */
const race = (
  changes: Partial<NonNullable<EventOptions['changes']>> = {},
  options: Partial<EventOptions> = {},
) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    changes: { until: addDays(today, 20), downgrade: 'refund', ...changes },
    modalities: [
      { name: '5 km', categories: [{ name: '5 km Geral' }, { name: '5 km Feminino', sex: 1 }] },
      { name: '10 km', categories: [{ name: '10 km Geral', capacity: 1 }] },
    ],
    kits: [
      { name: 'Completo', valueCents: 10_000, sizes: [{ name: 'P' }, { name: 'M', capacity: 1 }] },
      { name: 'Premium', valueCents: 15_000, capacity: 1 },
      { name: 'Básico', valueCents: 5_000 },
      { name: 'Cortesia', valueCents: 0, feeRate: 0 },
      { name: 'Quase igual', valueCents: 10_200 },
    ],
    coupons: [{ code: 'SOCOMPLETO', kit: COMPLETE }],
    ...options,
  })

interface Paid {
  id: number
  paymentId: number
  chargeId: string
  buyer: TestUser
}

async function paid(event: TestEvent, options: Parameters<typeof createOrder>[2] = {}): Promise<Paid> {
  const buyer = await createUser(db)
  const { registrationId: id, ...one } = await chargedRegistration(app, event, { buyer, ...options })
  await pressAndDeliver(app, one.chargeId, 'pagar')
  return { id, ...one, buyer }
}

const path = (id: number) => `/participant/registrations/${id}/change`
const optionsOf = (one: Paid) => app.call('GET', path(one.id), { token: one.buyer.token })
const read = async (one: Paid): Promise<ChangeOptions> => (await optionsOf(one)).json().data
const mine = async ({ id, buyer }: Paid): Promise<MyRegistration> =>
  (await app.call('GET', `/participant/registrations/${id}`, { token: buyer.token })).json().data

interface Wanted {
  kit?: number
  size?: number | null
  category?: number
  value: string
  type?: number | null
  token?: string
}
const change = (
  event: TestEvent,
  one: Paid,
  { kit = COMPLETE, size = null, category = 0, ...rest }: Wanted,
) =>
  app.call('POST', path(one.id), {
    token: rest.token ?? one.buyer.token,
    body: {
      category_id: at(event.categories, category).id,
      product_id: at(event.kits, kit).id,
      shirt_size_id: size === null ? null : at(at(event.kits, kit).sizes, size).id,
      payment_type: rest.type === undefined ? 0 : rest.type,
      expected_value: rest.value,
    },
  })
const premium = (event: TestEvent, one: Paid) => change(event, one, { kit: PREMIUM, value: '165.00' })
const withdraw = ({ id, buyer }: Paid) => app.call('POST', `${path(id)}/withdraw`, { token: buyer.token })

async function newest(registrationId: number) {
  return db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.charge_id', 'p.amount_cents', 'p.status'])
    .executeTakeFirstOrThrow()
}
const chargeOf = async (registrationId: number) => (await newest(registrationId)).charge_id ?? ''
const kitHeld = async (event: TestEvent, kit: number) => {
  const { held } = await db
    .selectFrom('stock_levels')
    .where('id', '=', at(event.kits, kit).levelId)
    .select('held')
    .executeTakeFirstOrThrow()
  return held
}
const stateOf = async (registrationId: number) =>
  db
    .selectFrom('registration_changes')
    .where('registration_id', '=', registrationId)
    .orderBy('id', 'desc')
    .select(['state', 'end_reason'])
    .executeTakeFirst()

describe('what can be changed', () => {
  test('shows prices, what is sold out and what does not fit', async () => {
    const event = await race({ feeCents: 1_000 })
    const one = await paid(event, { size: 0 })
    await createOrder(db, event, { category: 2, kit: PREMIUM, payment: { status: 2 } })
    const options = await read(one)
    expect(options).toMatchObject({ downgrade: 'refund', fee: '10.00', payment_types: [0, 1, 2] })
    expect(options.categories.map(({ name, is_sold_out }) => [name, is_sold_out])).toEqual([
      ['5 km Geral', false],
      ['5 km Feminino', false],
      ['10 km Geral', true],
    ])
    expect(options.products.map(({ name, is_sold_out }) => [name, is_sold_out])).toEqual([
      ['Completo', false],
      ['Premium', true],
      ['Básico', false],
      ['Cortesia', false],
      ['Quase igual', false],
    ])
    expect(options.products.map(({ value, to_pay, to_refund }) => [value, to_pay, to_refund])).toEqual([
      ['120.00', '10.00', '0.00'],
      ['175.00', '65.00', '0.00'],
      ['65.00', '0.00', '45.00'],
      ['10.00', '0.00', '100.00'],
      ['122.20', '12.20', '0.00'],
    ])
    expect(at((await read(one)).products, PREMIUM).price_lines.at(-1)).toEqual({
      kind: 'change',
      label: 'Taxa de alteração',
      amount: '10.00',
    })
    expect((await mine(one)).can_change).toBe(true)
  })

  test('nothing without a deadline, after it, before the payment, and for another account', async () => {
    const stranger = await createUser(db)
    const event = await race({ until: addDays(today, 2) })
    const one = await paid(event, { size: 0 })
    expect((await change(event, one, { kit: BASIC, value: '55.00', token: stranger.token })).statusCode).toBe(
      404,
    )
    const elsewhere = await app.call('GET', path(one.id), { token: stranger.token })
    expect(elsewhere.statusCode).toBe(404)

    const unpaid = await chargedRegistration(app, event, { buyer: stranger })
    const waiting = { ...one, id: unpaid.registrationId, buyer: stranger }
    expect((await premium(event, waiting)).json().message).toMatch(/^Há um pagamento em aberto/)

    const closed = await createEvent(db, {})
    const never = await paid(closed)
    expect((await optionsOf(never)).json().message).toBe(
      'Neste evento, alterações são feitas pela organização.',
    )
    expect((await mine(never)).can_change).toBe(false)
    await db
      .updateTable('events')
      .set({ changes_until: addDays(today, -1) })
      .where('id', '=', event.id)
      .execute()
    expect((await premium(event, one)).json().message).toBe('O prazo para alterar a inscrição terminou.')
    expect((await mine(one)).can_change).toBe(false)
  })

  test('a choice that does not fit the runner is refused, whatever the organizer may do', async () => {
    const event = await race({}, { ineligibleChanges: 'mark' })
    const one = await paid(event, { size: 0 })
    await db.updateTable('registrations').set({ sex: 0 }).where('id', '=', one.id).execute()
    const refused = await change(event, one, { category: 1, size: 0, value: '110.00' })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors)).toEqual(['category_id'])
    expect(at((await read(one)).categories, 1).ineligible).toBe('mulheres')
  })
})

test('the organizer sets deadline, fee and what a cheaper choice returns', async () => {
  const save = async (changes_fee: string) =>
    app.call('POST', '/events/create', {
      token: organizer.token,
      body: await eventForm(db, {
        changes_until: addDays(today, 10),
        changes_downgrade: 'refund',
        changes_fee,
      }),
    })
  const refused = await save('4.99')
  expect(refused.json().errors.changes_fee).toEqual([
    'O campo precisa ser zero ou de pelo menos R$\u00a05,00',
  ])
  expect((await save('5.00')).json().data).toMatchObject({
    changes_until: toBrazilianDate(addDays(today, 10)),
    changes_downgrade: 'refund',
    changes_fee: '5.00',
  })
})

describe('a change without a payment', () => {
  test('moves to another size and category at once, and to no sold-out one', async () => {
    const event = await race()
    const [one, other] = [await paid(event, { size: 0 }), await paid(event, { size: 0 })]
    const moved = await change(event, one, { size: 1, category: 2, value: '110.00', type: null })
    expect(moved.json()).toMatchObject({ message: 'Inscrição alterada.', data: { payment_link: null } })
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 1,
      shirt_size_id: at(at(event.kits, COMPLETE).sizes, 1).id,
      category_id: at(event.categories, 2).id,
      total_cents: 11_000,
    })
    const news = (await mailTo(app, one.buyer.email)).find(({ subject }) => subject.includes('alterada'))
    expect(news?.text).toContain('Você alterou a inscrição')
    expect(news?.text).toContain('camisa M')
    const moves = [{ product: 'Completo', shirt_size: 'M', value: '110.00' }]
    expect(await mine(one)).toMatchObject({ pending_change: null, changes: moves })
    const record = await app.call('GET', `/organizer/registrations/${one.id}`, { token: organizer.token })
    expect(record.json().data.changes).toMatchObject(moves)
    const late = await change(event, other, { size: 1, value: '110.00' })
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toContain('M do kit "Completo"')
    const again = await change(event, one, { size: 1, category: 2, value: '110.00' })
    expect(again.statusCode).toBe(200)
    expect((await change(event, one, { value: '110.00' })).json().errors).toHaveProperty('shirt_size_id')
  })

  test('refunds the difference of a cheaper kit less the fee', async () => {
    const event = await race({ feeCents: 1_000 })
    const one = await paid(event, { size: 0 })
    expect((await change(event, one, { kit: BASIC, value: '55.00' })).statusCode).toBe(409)
    expect((await change(event, one, { kit: BASIC, value: '65.00' })).statusCode).toBe(200)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ reason: 'exchange', amountCents: 4_500 }])
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'done' }])
    // The fee of the first change stays in the price of the second.
    expect(at((await read(one)).products, PREMIUM)).toMatchObject({ value: '185.00', to_pay: '120.00' })
  })

  test('keeps the difference if the organizer says so', async () => {
    const event = await race({ downgrade: 'keep' })
    const one = await paid(event, { size: 0 })
    expect(at((await read(one)).products, BASIC)).toMatchObject({ to_refund: '0.00', kept: '55.00' })
    expect((await change(event, one, { kit: BASIC, value: '110.00' })).statusCode).toBe(200)
    expect(await listRefunds(app, one.paymentId)).toEqual([])
    expect((await mine(one)).price_lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['kit', '50.00'],
      ['fee', '5.00'],
      ['kept', '55.00'],
    ])
    // What was kept pays for a dearer kit later.
    expect(at((await read(one)).products, PREMIUM)).toMatchObject({ value: '165.00', to_pay: '55.00' })
  })

  test('a difference below the smallest charge is refused', async () => {
    const event = await race()
    const one = await paid(event, { size: 0 })
    const refused = await change(event, one, { kit: ALMOST, value: '112.20' })
    expect(refused.json().message).toBe('A diferença a cobrar precisa ser de pelo menos R$ 5,00.')
  })
})

describe('a change with a payment', () => {
  test('holds the new place, keeps the old one, and moves when the difference is paid', async () => {
    const event = await race()
    const one = await paid(event, { size: 0 })
    expect((await change(event, one, { kit: PREMIUM, value: '165.00', type: null })).json().errors).toEqual({
      payment_type: ['Por favor, selecione um método de pagamento.'],
    })
    const asked = await premium(event, one)
    expect(asked.json().data.payment_link).toContain('/pagamento/')
    expect([await kitHeld(event, COMPLETE), await kitHeld(event, PREMIUM)]).toEqual([1, 1])
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 11_000 })
    expect((await mine(one)).pending_change).toMatchObject({ product: 'Premium', value: '165.00' })
    // Repeated, it returns the same payment; another change has to wait.
    expect((await premium(event, one)).json().data).toEqual(asked.json().data)
    expect((await change(event, one, { kit: BASIC, value: '55.00' })).statusCode).toBe(409)
    expect((await optionsOf(one)).statusCode).toBe(409)
    const page = await app.call('GET', `/payments/${asked.json().data.payment_link.split('/').at(-1)}`)
    expect(page.json().data.items[0].price_lines.map(({ amount }: { amount: string }) => amount)).toEqual([
      '150.00',
      '15.00',
      '-110.00',
    ])

    await pressAndDeliver(app, await chargeOf(one.id), 'pagar')
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 1,
      kit_id: at(event.kits, PREMIUM).id,
      shirt_size_id: null,
      total_cents: 16_500,
    })
    expect([await kitHeld(event, COMPLETE), await kitHeld(event, PREMIUM)]).toEqual([0, 1])
    expect(await stateOf(one.id)).toMatchObject({ state: 'applied' })
    expect((await mine(one)).pending_change).toBeNull()
    expect(await listRefunds(app, one.paymentId)).toEqual([])
  })

  test('of a free registration asks for the whole price, and leaves it when it expires', async () => {
    const event = await race()
    const buyer = await createUser(db)
    const order = await createOrder(db, event, { buyer, kit: FREE, payment: null })
    const one = { id: at(order.registrations, 0).id, paymentId: 0, chargeId: '', buyer }
    expect((await premium(event, one)).statusCode).toBe(200)
    const { id, amount_cents } = await newest(one.id)
    expect(amount_cents).toBe(16_500)
    await reportStatus(app, id, 8)
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 0 })
    expect((await premium(event, one)).statusCode).toBe(200)
    await pressAndDeliver(app, await chargeOf(one.id), 'pagar')
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 16_500 })
  })

  test.each([
    ['expires', 8, 'expired'],
    ['is refused by the gateway', 7, 'expired'],
    ['is cancelled at the gateway', 6, 'expired'],
  ] as const)('releases the new place when the payment %s', async (_, status, end_reason) => {
    const event = await race()
    const one = await paid(event, { size: 0 })
    await premium(event, one)
    const { id } = await newest(one.id)
    if (status === 7) await db.updateTable('payments').set({ charge_id: null }).where('id', '=', id).execute()
    await reportStatus(app, id, status)
    expect(await stateOf(one.id)).toEqual({ state: 'ended', end_reason })
    expect([await kitHeld(event, COMPLETE), await kitHeld(event, PREMIUM)]).toEqual([1, 0])
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 11_000 })
    await runJobsOnce(app.deps)
    expect((await mine(one)).can_change).toBe(true)
  })

  test('can be withdrawn, and money that arrives afterwards is refunded', async () => {
    const event = await race()
    const one = await paid(event, { size: 0 })
    await premium(event, one)
    const { id, charge_id } = await newest(one.id)
    await press(app, charge_id ?? '', 'pagar')
    expect((await withdraw({ ...one, buyer: await createUser(db) })).statusCode).toBe(404)
    expect((await withdraw(one)).statusCode).toBe(200)
    expect((await withdraw(one)).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    await runJobsOnce(app.deps)
    expect(await stateOf(one.id)).toEqual({ state: 'ended', end_reason: 'withdrawn' })
    expect(await listRefunds(app, id)).toMatchObject([{ amountCents: 5_500, status: 'done' }])
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 11_000 })
  })

  test('a late payment moves the registration while there is a place, and is refunded otherwise', async () => {
    for (const isTaken of [false, true]) {
      const event = await race()
      const one = await paid(event, { size: 0 })
      await premium(event, one)
      const { id } = await newest(one.id)
      await reportStatus(app, id, 8)
      if (isTaken) await createOrder(db, event, { kit: PREMIUM, payment: { status: 2 } })
      await reportStatus(app, id, 2)
      await runJobsOnce(app.deps)
      expect(await findRegistration(app, one.id)).toMatchObject({
        status: 1,
        total_cents: isTaken ? 11_000 : 16_500,
      })
      expect(await listRefunds(app, id)).toMatchObject(isTaken ? [{ amountCents: 5_500 }] : [])
    }
  })

  test('ends when the registration is cancelled or changed by the organizer', async () => {
    const event = await race()
    const one = await paid(event, { size: 0 })
    await premium(event, one)
    const edited = await app.call('PUT', `/organizer/events/register/${one.id}`, {
      token: organizer.token,
      body: {
        category_id: at(event.categories, 0).id,
        products: [{ id: at(event.kits, BASIC).id }],
        payment_method_id: at(event.paymentMethods, 0).id,
      },
    })
    expect(edited.statusCode).toBe(200)
    expect(await stateOf(one.id)).toEqual({ state: 'ended', end_reason: 'replaced' })
    expect((await newest(one.id)).status).toBe(6)
    expect((await premium(event, one)).statusCode).toBe(200)
    const { refund } = (await mine(one)).cancellation ?? { refund: '' }
    const cancelled = await app.call('POST', `/participant/registrations/${one.id}/cancel`, {
      token: one.buyer.token,
      body: { expected_refund: refund },
    })
    expect(cancelled.statusCode).toBe(200)
    expect(await stateOf(one.id)).toEqual({ state: 'ended', end_reason: 'cancelled' })
    await runJobsOnce(app.deps)
    expect(await kitHeld(event, PREMIUM)).toBe(0)
  })

  test('follows its category into another one', async () => {
    const event = await race()
    const one = await paid(event, { size: 0 })
    expect((await change(event, one, { kit: PREMIUM, category: 1, value: '165.00' })).statusCode).toBe(200)
    const merged = await app.call(
      'POST',
      `/organizer/events/${event.id}/categories/${at(event.categories, 1).id}/merge`,
      { token: organizer.token, body: { into_category_id: at(event.categories, 0).id, name: '5 km Geral' } },
    )
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await brokenInvariants(db)).toEqual([])
    await pressAndDeliver(app, await chargeOf(one.id), 'pagar')
    expect(await findRegistration(app, one.id)).toMatchObject({
      category_id: at(event.categories, 0).id,
      total_cents: 16_500,
    })
  })
})

test('of runners who want the last unit at the same time one gets it', async () => {
  const event = await race()
  const runners = [
    await paid(event, { size: 0 }),
    await paid(event, { size: 0 }),
    await paid(event, { size: 0 }),
  ]
  const answers = await Promise.all(runners.map((one) => premium(event, one)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
})

/** A lock that is not free within five seconds, on a slow machine, means "try again" (503). */
const report = (paymentId: number, status: number) =>
  reportStatus(app, paymentId, status).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
  })

/** A deadlock is answered with 503 too. */
async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db)
  return at(rows, 0).deadlocks
}

test('change, cancellation, expiry, payment and edit at the same time leave one place and its money', {
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= 25; seed++) {
    const random = seededRandom(seed)
    const event = await race()
    const one = await paid(event, { size: 0 })
    const other = await paid(event, { size: 0 })
    await premium(event, one)
    const { id } = await newest(one.id)
    const steps: (() => Promise<unknown>)[] = [
      () => premium(event, other),
      () => premium(event, one),
      () => withdraw(one),
      () => change(event, other, { size: 1, value: '110.00' }),
      () => report(id, 2),
      () => report(id, 8),
      () => report(one.paymentId, 5),
      () =>
        app.call('POST', `/participant/registrations/${one.id}/cancel`, {
          token: one.buyer.token,
          body: { expected_refund: '110.00' },
        }),
      () => runJobsOnce(app.deps),
    ]
    for (let round = 0; round < 3; round++) {
      const chosen = Array.from({ length: 4 }, () => at(steps, random(steps.length)))
      const answers = await Promise.all(chosen.map((step) => step()))
      for (const answer of answers)
        if (answer && typeof answer === 'object' && 'statusCode' in answer && 'body' in answer)
          expect([200, 409, 422, 503], `seed ${seed}: ${answer.body}`).toContain(answer.statusCode)
      expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
    }
    await runJobsOnce(app.deps)
    expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
  }
  expect(await countDeadlocks()).toBe(0)
})

test('a process that dies at any step of a change leaves it unmade or made', {
  timeout: 300_000,
}, async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    const event = await race()
    const one = await paid(event, { size: 0 })
    const kit = at(event.kits, dieAt % 2 ? PREMIUM : BASIC)
    const value = dieAt % 2 ? '165.00' : '55.00'
    const dying = dyingProcess(app.deps, url, dieAt)
    await changeRegistration(dying.deps, {
      userId: one.buyer.id,
      registrationId: one.id,
      categoryId: at(event.categories, 0).id,
      productId: kit.id,
      shirtSizeId: null,
      type: 0,
      expectedCents: dieAt % 2 ? 16_500 : 5_500,
      ip: '127.0.0.1',
    }).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db)).toEqual([])
    const again = await change(event, one, { kit: dieAt % 2 ? PREMIUM : BASIC, value })
    expect(again.statusCode, again.body).toBe(200)
    app.deps.clock.advance(61_000)
    await runJobsOnce(app.deps)
    if (dieAt % 2) await pressAndDeliver(app, await chargeOf(one.id), 'pagar')
    expect(await findRegistration(app, one.id), `died at ${dieAt}`).toMatchObject({
      status: 1,
      kit_id: kit.id,
    })
    app.deps.clock.set(now)
    if (!died) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(12)
})
