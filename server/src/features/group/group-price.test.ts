// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { StoredLine } from '#server/features/registration/domain/price-lines.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { paidTwice } from '#test/faulty-gateway.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPaid, findRegistration, listRefunds, pressAndDeliver } from '#test/payments.ts'
import { companion, register, showCode, submission } from '#test/wizard.ts'
import { payForGroup } from './pay-group.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => {
  expect(await brokenInvariants(db)).toEqual([])
  expect(await paidTwice(db)).toEqual([])
})

const organizer = await createOrganizer(db)
const TODAY = dayIn('America/Sao_Paulo', new Date())
/** Kits of R$ 110,00 with the fee; 10 % off for three members, 20 % for five. */
const newRace = (options: EventOptions = {}) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    groupsUntil: addDays(TODAY, 5),
    groupPrices: { 3: 1_000, 5: 2_000 },
    maxUnpaidPerAccount: 60,
    ...options,
  })
type Race = Awaited<ReturnType<typeof newRace>>

const call = (user: TestUser | null, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  app.call(method, path, { token: user?.token, body })

async function newGroup(race: Race, name = 'Equipe') {
  const captain = await createUser(db)
  const created = await call(captain, 'POST', '/participant/groups', {
    event_id: race.id,
    name,
    kind: 'club',
  })
  const { id } = created.json().data as { id: number }
  const { link } = (await call(captain, 'GET', `/participant/groups/${id}`)).json().data
  return { id, captain, token: String(link).split('/').at(-1) ?? '' }
}
type Group = Awaited<ReturnType<typeof newGroup>>

/** Registrations of one account in the group: of the account itself and of others. */
async function newMembers(race: Race, group: Group, count: number, changes: Record<string, unknown> = {}) {
  const user = await createUser(db)
  const participants = Array.from({ length: count - 1 }, () => companion())
  const answer = await register(
    app,
    race,
    user,
    submission(race, { group: group.token, participants, ...changes }),
  )
  expect(answer.statusCode, answer.body).toBe(201)
  const ids = answer.json().data.registrations.map(({ id }: { id: number }) => id) as number[]
  return { user, ids, id: at(ids, 0) }
}

const pay = ({ id, captain }: Group, body: object = {}) =>
  call(captain, 'POST', `/participant/groups/${id}/payment`, body)
const quote = async ({ id, captain }: Group, registration_ids?: number[]) =>
  (await call(captain, 'POST', `/participant/groups/${id}/quote`, { registration_ids })).json().data
const page = async ({ id, captain }: Group) =>
  (await call(captain, 'GET', `/participant/groups/${id}`)).json().data
const linesOf = async (id: number) =>
  ((await findRegistration(app, id)).price_lines as unknown as StoredLine[]).map(({ kind, amount_cents }) => [
    kind,
    amount_cents,
  ])
const totalOf = async (id: number) => (await findRegistration(app, id)).total_cents

async function openPayment(id: number) {
  const payments = await db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('i.registration_id', '=', id)
    .where('p.status', '=', PAYMENT_STATUS.pending)
    .select(['p.id', 'p.payer_user_id', 'p.amount_cents', 'p.charge_id'])
    .execute()
  expect(payments).toHaveLength(1)
  return at(payments, 0)
}
const receive = async (id: number) => pressAndDeliver(app, (await openPayment(id)).charge_id ?? '', 'pagar')

describe('the discount by size', () => {
  test.each([
    [2, 11_000],
    [3, 10_000],
    [4, 10_000],
    [5, 9_000],
  ])('of %i members each costs %i', async (size, cents) => {
    const race = await newRace()
    const group = await newGroup(race)
    const { ids, id } = await newMembers(race, group, size)
    const seen = await page(group)
    const total = ((cents * size) / 100).toFixed(2)
    const saving = (((11_000 - cents) * size) / 100).toFixed(2)
    expect(seen).toMatchObject({ owed: total, saving, free_places: 0 })
    expect(seen.price.next?.min_members).toBe({ 2: 3, 3: 5, 4: 5 }[size])
    const answer = await pay(group, { expected_total: total })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await openPayment(id)).toMatchObject({ amount_cents: cents * size })
    for (const one of ids) expect(await totalOf(one)).toBe(cents)
    await receive(id)
    for (const one of ids)
      expect(await findRegistration(app, one)).toMatchObject({ status: 1, total_cents: cents })
  })

  test('counts who has paid, but prices only who has not; what was paid stays', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const early = await newMembers(race, group, 2)
    expect((await pay(group)).statusCode).toBe(201)
    await receive(early.id)
    const late = await newMembers(race, group, 1)
    expect(await quote(group, [late.id])).toEqual({ owed: '100.00', saving: '10.00', free_places: 0 })
    expect((await pay(group)).statusCode).toBe(201)
    await receive(late.id)
    expect([await totalOf(early.id), await totalOf(late.id)]).toEqual([11_000, 10_000])
    for (const id of early.ids) await cancelPaid(app, id)
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, late.id)).toMatchObject({ status: 1, total_cents: 10_000 })
    expect(await listRefunds(app, (await paymentOf(late.id)).id)).toEqual([])
  })

  test('follows the size when the captain pays again, and ends with the last day for groups', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const [one, two] = [await newMembers(race, group, 3), await newMembers(race, group, 2)]
    await pay(group)
    expect(await totalOf(one.id)).toBe(9_000)
    await call(two.user, 'POST', `/participant/registrations/${two.id}/cancel`)
    expect(await totalOf(one.id)).toBe(9_000)
    const again = await pay(group)
    expect(again.statusCode).toBe(201)
    expect(await totalOf(one.id)).toBe(10_000)
    expect((await pay(group)).json()).toEqual(again.json())
    await db.updateTable('events').set({ groups_until: '2020-01-01' }).where('id', '=', race.id).execute()
    expect((await page(group)).price).toBeNull()
    await pay(group)
    expect(await linesOf(one.id)).toEqual([
      ['kit', 10_000],
      ['fee', 1_000],
    ])
  })
})

const paymentOf = (id: number) =>
  db
    .selectFrom('payment_items')
    .where('registration_id', '=', id)
    .orderBy('payment_id', 'desc')
    .select('payment_id as id')
    .executeTakeFirstOrThrow()

describe('beside other discounts the greater one counts', () => {
  test.each<[string, number, number, (readonly [string, number])[]]>([
    [
      'a smaller coupon',
      500,
      10_000,
      [
        ['coupon', -500],
        ['group', -500],
      ],
    ],
    ['a greater coupon', 1_500, 9_500, [['coupon', -1_500]]],
  ])('%s', async (_name, value, cents, lines) => {
    const race = await newRace({ coupons: [{ code: 'CLUBE', value }] })
    const group = await newGroup(race)
    await newMembers(race, group, 2)
    const user = await createUser(db)
    await showCode(app, race, user, 'CLUBE')
    const body = submission(race, { group: group.token, discount_coupon_id: at(race.coupons, 0).id })
    const { id } = (await register(app, race, user, body)).json().data.registrations[0]
    expect((await pay(group)).statusCode).toBe(201)
    expect(await linesOf(id)).toEqual([['kit', 10_000], ...lines, ['fee', 1_000]])
    expect(await totalOf(id)).toBe(cents)
    expect((await findRegistration(app, id)).coupon_id).not.toBeNull()
  })

  test.each([
    [false, 5_500, []],
    [true, 5_000, [['group', -500]]],
  ])('half price from 60 on, stackable: %s', async (stackable, cents, lines) => {
    const race = await newRace({ rights: [{ name: '60+', min_age: 60, declaration: null, stackable }] })
    const group = await newGroup(race)
    const { ids } = await newMembers(race, group, 3, {
      participants: [companion({ birth_date: '1950-02-10' }), companion()],
    })
    const senior = at(ids, 1)
    expect((await pay(group)).statusCode).toBe(201)
    expect(await linesOf(senior)).toEqual([['kit', 10_000], ['right', -5_000], ...lines, ['fee', 500]])
    expect(await totalOf(senior)).toBe(cents)
    expect(await totalOf(at(ids, 0))).toBe(10_000)
    await receive(senior)
    expect((await findRegistration(app, senior)).status).toBe(1)
  })
})

describe('free places', () => {
  const raceWithFree = (options: EventOptions = {}) =>
    newRace({ groupPrices: {}, groupFreeEvery: 3, ...options })

  test.each([
    [3, 0, 33_000],
    [4, 1, 34_000],
    [5, 1, 45_000],
    [8, 2, 68_000],
  ])('%i in one payment: %i free', async (size, places, total) => {
    const race = await raceWithFree()
    const group = await newGroup(race)
    const { id, ids } = await newMembers(race, group, size)
    expect(await page(group)).toMatchObject({
      owed: (total / 100).toFixed(2),
      free_places: places,
      saving: (100 * places).toFixed(2),
    })
    expect((await pay(group)).statusCode).toBe(201)
    expect(await openPayment(id)).toMatchObject({ amount_cents: total })
    for (const one of ids) expect((await findRegistration(app, one)).status).toBe(0)
    await receive(id)
    for (const one of ids) expect((await findRegistration(app, one)).status).toBe(1)
  })

  test('are of the cheapest kit, after the discount, and nobody is free without a payment', async () => {
    const race = await raceWithFree({
      groupPrices: { 2: 1_000 },
      kits: [
        { name: 'Completo', valueCents: 10_000, isIncrement: false },
        { name: 'Simples', valueCents: 4_000, isIncrement: false },
      ],
    })
    const group = await newGroup(race)
    const dear = await newMembers(race, group, 3)
    const cheap = await newMembers(race, group, 1, { product_id: at(race.kits, 1).id, shirt_size_id: null })
    const all = [...dear.ids, cheap.id]
    expect(await quote(group, dear.ids)).toMatchObject({ owed: '270.00', free_places: 0 })
    expect(await quote(group, all)).toMatchObject({ owed: '270.00', saving: '70.00', free_places: 1 })
    expect((await pay(group, { registration_ids: all })).statusCode).toBe(201)
    const totals = await Promise.all(all.map(totalOf))
    expect(totals.reduce((sum, cents) => sum + cents, 0)).toBe(27_000)
    expect(await linesOf(cheap.id)).toEqual([
      ['kit', 4_000],
      ['group', -400],
      ['group_free', -423],
    ])
  })
})

describe('alone', () => {
  test('who pays alone pays the single price, and who leaves owes it', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const [one, two, three] = [
      await newMembers(race, group, 1),
      await newMembers(race, group, 1),
      await newMembers(race, group, 1),
    ]
    await pay(group)
    const path = `/participant/registrations/${one.id}/payment`
    expect((await call(one.user, 'POST', path, { payment_type: 0 })).statusCode).toBe(201)
    expect(await openPayment(one.id)).toMatchObject({ payer_user_id: one.user.id, amount_cents: 11_000 })
    const left = await call(two.user, 'DELETE', `/participant/groups/${group.id}/members/${two.id}`)
    expect(left.statusCode).toBe(200)
    expect(await openPayment(two.id)).toMatchObject({ payer_user_id: two.user.id, amount_cents: 11_000 })
    expect(await openPayment(three.id)).toMatchObject({
      payer_user_id: group.captain.id,
      amount_cents: 10_000,
    })
    const actions = await db
      .selectFrom('audit_log')
      .where('action', '=', 'registration.group_priced')
      .where('entity_id', '=', one.id)
      .orderBy('id')
      .select('after')
      .execute()
    expect(actions.map(({ after }) => after)).toEqual([
      { Valor: 'R$\u00a0100,00' },
      { Valor: 'R$\u00a0110,00' },
    ])
  })

  test('a runner is shown the single prices of what the captain would pay', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { user, ids } = await newMembers(race, group, 3)
    await pay(group)
    const [offer] = (await call(user, 'GET', '/participant/payments')).json().data
    expect(offer.registrations).toMatchObject(ids.map((id) => ({ id, owed: '110.00' })))
    const body = { registration_ids: ids, payment_type: 0 }
    expect((await call(user, 'POST', '/participant/payments', body)).statusCode).toBe(201)
    expect(await openPayment(at(ids, 0))).toMatchObject({ amount_cents: 33_000 })
  })

  test('a captain who leaves with a registration of the own account owes its single price', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    await newMembers(race, group, 2)
    const body = submission(race, { group: group.token })
    const { id } = (await register(app, race, group.captain, body)).json().data.registrations[0]
    await pay(group)
    expect(await totalOf(id)).toBe(10_000)
    await call(group.captain, 'DELETE', `/participant/groups/${group.id}/members/${id}`)
    expect(await openPayment(id)).toMatchObject({ amount_cents: 11_000 })
  })

  test('who has paid keeps the rate with another kit', async () => {
    const race = await newRace({
      kits: [
        { name: 'Kit', valueCents: 10_000 },
        { name: 'Premium', valueCents: 20_000 },
      ],
    })
    const group = await newGroup(race)
    const { ids, id } = await newMembers(race, group, 3)
    await pay(group)
    await receive(id)
    const answer = await app.call('PUT', `/organizer/events/register/${id}`, {
      token: organizer.token,
      body: {
        category_id: at(race.categories, 0).id,
        products: [{ id: at(race.kits, 1).id, shirt_size_id: null }],
        payment_method_id: at(race.paymentMethods, 0).id,
      },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await linesOf(id)).toEqual([
      ['kit', 20_000],
      ['group', -2_000],
      ['fee', 2_000],
    ])
    expect(await totalOf(at(ids, 1))).toBe(10_000)
  })
})

describe('the total that was shown', () => {
  test('is the one charged, or the payment is refused with the new one and nothing changes', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const one = await newMembers(race, group, 2)
    const { owed } = await page(group)
    expect(owed).toBe('220.00')
    const more = await newMembers(race, group, 1)
    const stale = await pay(group, { expected_total: owed })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({
      code: 'offer_changed',
      data: { expected: '220.00', current: '300.00' },
    })
    expect([await totalOf(one.id), await totalOf(more.id)]).toEqual([11_000, 11_000])
    expect((await pay(group, { expected_total: '300.00' })).statusCode).toBe(201)
  })

  test('is quoted to the captain only, and for members', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { id, user } = await newMembers(race, group, 1)
    const path = `/participant/groups/${group.id}/quote`
    expect((await call(user, 'POST', path, {})).statusCode).toBe(404)
    const stranger = await newMembers(race, await newGroup(race, 'Outra'), 1)
    expect((await call(group.captain, 'POST', path, { registration_ids: [stranger.id] })).statusCode).toBe(
      404,
    )
    expect((await call(group.captain, 'POST', path, { registration_ids: [id, id] })).statusCode).toBe(200)
  })

  test('is announced by the invitation', async () => {
    const group = await newGroup(await newRace({ groupFreeEvery: 10 }))
    expect((await call(null, 'GET', `/groups/${group.token}`)).json().data).toMatchObject({
      prices: [
        { min_members: 3, rate: '10.00' },
        { min_members: 5, rate: '20.00' },
      ],
      free_every: 10,
    })
  })
})

test('two presses, a cancellation, a member alone and one more member at once leave consistent prices', async () => {
  const race = await newRace({ groupFreeEvery: 3 })
  for (let round = 0; round < 4; round++) {
    const group = await newGroup(race, `Equipe ${round}`)
    const members = await Promise.all([0, 1, 2, 3, 4].map(() => newMembers(race, group, 1)))
    const [one, two, three] = [at(members, 0), at(members, 1), at(members, 2)]
    const answers = await Promise.all([
      pay(group),
      pay(group),
      call(one.user, 'POST', `/participant/registrations/${one.id}/cancel`),
      call(two.user, 'POST', `/participant/registrations/${two.id}/payment`, { payment_type: 0 }),
      pay(group, { registration_ids: [two.id, three.id] }),
      newMembers(race, group, 1),
    ])
    for (const answer of answers) if ('statusCode' in answer) expect(answer.statusCode).toBeLessThan(500)
    expect(await brokenInvariants(db)).toEqual([])
    for (const { id } of members) {
      const { status, total_cents } = await findRegistration(app, id)
      if (status === 2) continue
      const { id: paymentId, payer_user_id: payer } = await openPayment(id)
      const item = await db
        .selectFrom('payment_items')
        .where('payment_id', '=', paymentId)
        .where('registration_id', '=', id)
        .select('amount_cents')
        .executeTakeFirstOrThrow()
      expect(item.amount_cents).toBe(total_cents)
      if (payer !== group.captain.id) expect(total_cents).toBe(11_000)
    }
  }
})

test('a process that dies leaves prices and payment of a group together', { timeout: 180_000 }, async () => {
  let deaths = 0
  const race = await newRace()
  for (let dieAt = 1; ; dieAt++) {
    const group = await newGroup(race, `Equipe ${dieAt}`)
    const ids = (await createOrder(db, race, { additional: 2 })).registrations.map(({ id }) => id)
    const id = at(ids, 0)
    await db
      .insertInto('group_members')
      .values(ids.map((one) => ({ registration_id: one, group_id: group.id, joined_at: new Date() })))
      .execute()
    const dying = dyingProcess(app.deps, url, dieAt)
    await payForGroup(dying.deps, {
      groupId: group.id,
      userId: group.captain.id,
      registrationIds: ids,
      expectedCents: 30_000,
      ip: '127.0.0.1',
    }).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db)).toEqual([])
    // Both or neither were written.
    const { payer_user_id: payer } = await openPayment(id)
    const cents = payer === group.captain.id ? 10_000 : 11_000
    for (const one of ids) expect(await totalOf(one), `died at ${dieAt}`).toBe(cents)
    expect((await pay(group, { registration_ids: ids })).statusCode).toBe(201)
    expect(await openPayment(id)).toMatchObject({ amount_cents: 30_000 })
    if (!died) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(12)
})
