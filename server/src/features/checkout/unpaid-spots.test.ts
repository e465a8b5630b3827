import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
import { isLockTimeout } from '#server/lib/errors.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { orderRequest } from '#test/factories/order-request.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import type { OrderDecision, OrderRequest } from './domain/order-request.ts'
import { takeSpots } from './queries/take-spots.ts'

const { db } = await testDatabase()

const people = (count: number) => Array.from({ length: count }, () => ({}))
const kindsOf = (decisions: readonly OrderDecision[]) => decisions.map(({ kind }) => kind)
const unpaidOf = async (event: TestEvent, userId: number) =>
  (
    await db
      .selectFrom('registrations')
      .where('event_id', '=', event.id)
      .where('responsible_user_id', '=', userId)
      .where('status', '=', 0)
      .select('id')
      .execute()
  ).length

test('limits the unpaid spots of an account per event, and returns how many are left', async () => {
  const event = await createEvent(db, { maxUnpaidPerAccount: 5 })
  const buyer = await createUser(db)
  await createOrder(db, event, { buyer, additional: 2 })
  const [tooMany, fits, full] = [
    await takeSpots(db, [orderRequest(event, buyer.id, { people: people(3) })]),
    await takeSpots(db, [orderRequest(event, buyer.id, { people: people(2) })]),
    await takeSpots(db, [orderRequest(event, buyer.id)]),
  ]
  expect(tooMany).toEqual([{ kind: 'too_many_unpaid', limit: 5, left: 2 }])
  expect(kindsOf(fits)).toEqual(['registered'])
  expect(full).toEqual([{ kind: 'too_many_unpaid', limit: 5, left: 0 }])
  expect(await brokenInvariants(db)).toEqual([])
})

test('does not count paid or cancelled spots, or those of another account or event', async () => {
  const event = await createEvent(db, { maxUnpaidPerAccount: 2 })
  const buyer = await createUser(db)
  await createOrder(db, event, { buyer, additional: 3, payment: { status: 2 } })
  await createOrder(db, event, { buyer, additional: 3, registrationStatus: 2, payment: { status: 6 } })
  await createOrder(db, event, { additional: 3 })
  await createOrder(db, await createEvent(db), { buyer, additional: 3 })
  expect(kindsOf(await takeSpots(db, [orderRequest(event, buyer.id, { people: people(2) })]))).toEqual([
    'registered',
  ])
})

test('counts free spots without a coupon, so that one account cannot fill a free race', async () => {
  const event = await createEvent(db, {
    maxUnpaidPerAccount: 3,
    kits: [{ valueCents: 0, feeRate: 0 }],
    coupons: [{ code: 'CORTESIA', value: 10_000 }],
  })
  const { id } = await createUser(db)
  const courtesy = orderRequest(event, id, {
    people: [{ coupon: 0 }, { coupon: 0 }, { coupon: 0 }, { coupon: 0 }],
  })
  expect(kindsOf(await takeSpots(db, [courtesy]))).toEqual(['registered'])
  const free = () => orderRequest(event, id, { people: people(2) })
  expect(kindsOf(await takeSpots(db, [free()]))).toEqual(['registered'])
  expect(await takeSpots(db, [free()])).toEqual([{ kind: 'too_many_unpaid', limit: 3, left: 1 }])
})

test('orders of one account in one call share its limit; other accounts have their own', async () => {
  const event = await createEvent(db, { maxUnpaidPerAccount: 3 })
  const [buyer, other] = [await createUser(db), await createUser(db)]
  const decisions = await takeSpots(db, [
    orderRequest(event, buyer.id, { people: people(2) }),
    orderRequest(event, other.id, { people: people(3) }),
    orderRequest(event, buyer.id, { people: people(2) }),
    orderRequest(event, buyer.id),
  ])
  expect(decisions).toMatchObject([
    { kind: 'registered' },
    { kind: 'registered' },
    { kind: 'too_many_unpaid', limit: 3, left: 1 },
    { kind: 'registered' },
  ])
})

test('concurrent orders of one account over several connections never exceed the limit', {
  tags: 'operation',
}, async () => {
  const event = await createEvent(db, { maxUnpaidPerAccount: 7 })
  const { id } = await createUser(db)
  // Repeats a call whose locks were not free in time, as the registration queue does.
  const take = async (order = orderRequest(event, id)): ReturnType<typeof takeSpots> => {
    try {
      return await takeSpots(db, [order])
    } catch (error) {
      if (isLockTimeout(error)) return take(order)
      throw error
    }
  }
  const calls = Array.from({ length: 12 }, () => take())
  const kinds = kindsOf((await Promise.all(calls)).flat())
  expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(7)
  expect(kinds.filter((kind) => kind === 'too_many_unpaid')).toHaveLength(5)
  expect(await unpaidOf(event, id)).toBe(7)
  expect(await brokenInvariants(db)).toEqual([])
})

test.each([
  ['half full', 0.5, null],
  ['just under four fifths', 0.799, null],
  ['four fifths', 0.8, 12],
  ['nine tenths', 0.9, 6],
  ['19 of 20', 0.95, 2],
  ['full', 1, 2],
  ['without a limit', null, null],
])('the time an unpaid spot is held depends on how full the race is: %s', async (_name, fill, hours) => {
  const { rows } = await sql<{ hours: number | null }>`
    select (extract(epoch from unpaid_hold(${fill}::float8)) / 3600)::float8 as hours`.execute(db)
  expect(rows).toEqual([{ hours }])
})

async function dueOf(order: OrderRequest) {
  const [decision] = await takeSpots(db, [order])
  if (decision?.kind !== 'registered') throw new Error(decision?.kind)
  const payment = await db
    .selectFrom('payments')
    .where('id', '=', Number(decision.paymentIds[0]))
    .select(['due_on', 'expires_at'])
    .executeTakeFirstOrThrow()
  expect(decision.heldUntil).toEqual(payment.expires_at)
  return payment
}
const hoursLater = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000)

test('in a nearly full race, holds Pix and card spots for hours, and accepts a boleto only if the event has no faster method', async () => {
  const event = await createEvent(db, { capacity: 10 })
  const request = async (changes: Partial<OrderRequest> = {}) => ({
    ...orderRequest(event, (await createUser(db)).id),
    at: new Date('2026-11-21T12:00:00Z'),
    dueOn: '2026-11-22',
    ...changes,
  })
  await createOrder(db, event, { additional: 5, payment: { status: 2 } })
  expect(await dueOf(await request())).toEqual({ due_on: '2026-11-22', expires_at: null })
  const eighth = await request()
  expect(await dueOf(eighth)).toEqual({ due_on: '2026-11-21', expires_at: hoursLater(eighth.at, 12) })
  const ninth = await request({ paymentType: 2, at: new Date('2026-11-22T01:00:00Z') })
  // 01:00 UTC is 22:00 of the day before in São Paulo; six hours later it is the next day there.
  expect(await dueOf(ninth)).toEqual({ due_on: '2026-11-22', expires_at: hoursLater(ninth.at, 6) })

  const boleto = await request({ paymentType: 1, dueOn: '2026-11-24' })
  expect(await takeSpots(db, [boleto])).toEqual([{ kind: 'boleto_too_slow' }])
  expect(await dueOf({ ...boleto, hasFasterPayment: false })).toEqual({
    due_on: '2026-11-24',
    expires_at: null,
  })
  expect(await brokenInvariants(db)).toEqual([])
})

test('never holds a spot beyond the end of the due day', async () => {
  const event = await createEvent(db, { capacity: 1 })
  const order = orderRequest(event, (await createUser(db)).id)
  const late = { ...order, at: new Date('2026-11-22T02:30:00Z'), dueOn: '2026-11-21' }
  const { due_on, expires_at } = await dueOf(late)
  expect([due_on, expires_at]).toEqual(['2026-11-21', new Date('2026-11-22T03:00:00Z')])
  expect(dayIn('America/Sao_Paulo', late.at)).toBe('2026-11-21')
})

test('a nearly full modality shortens the hold; a nearly sold-out size or coupon does not', async () => {
  const event = await createEvent(db, {
    modalities: [{ name: '5 km', capacity: 1 }, { name: '10 km' }],
    kits: [{ sizes: [{ name: 'P', capacity: 1 }] }],
    coupons: [{ code: 'DEZ', capacity: 1 }],
  })
  const order = async (choice: object) => orderRequest(event, (await createUser(db)).id, { people: [choice] })
  expect((await dueOf(await order({ category: 1, coupon: 0 }))).expires_at).toBeNull()
  await db
    .updateTable('stock_levels')
    .set({ capacity: null })
    .where('event_id', '=', event.id)
    .where('kind', '=', 'shirt_size')
    .execute()
  expect((await dueOf(await order({ category: 0 }))).expires_at).not.toBeNull()
  expect(at(event.categories, 0).modalityId).not.toBe(at(event.categories, 1).modalityId)
})
