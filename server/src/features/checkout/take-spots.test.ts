import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '#contract/dates.ts'
import { createChargeJob } from '#server/features/payment/create-charge.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { orderRequest } from '#test/factories/order-request.ts'
import { createUser, nextCpf } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { callThatWaits } from '#test/locks.ts'
import type { OrderRequest } from './domain/order-request.ts'
import { takeSpots } from './queries/take-spots.ts'

const { db } = await testDatabase()
let buyer: number

beforeAll(async () => {
  buyer = (await createUser(db)).id
})

const held = async (levelId: number) =>
  (await db.selectFrom('stock_levels').where('id', '=', levelId).select('held').executeTakeFirstOrThrow())
    .held

test('decides the orders of a call in arrival order and writes those that fit', async () => {
  const event = await createEvent(db, { capacity: 2 })
  const orders = [1, 2, 3].map(() => orderRequest(event, buyer))

  const outcomes = await takeSpots(db, orders)

  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['registered', 'registered', 'sold_out'])
  expect(outcomes[2]).toEqual({ kind: 'sold_out', participant: 0, levelId: event.levelId, unitsLeft: 0 })
  expect(await held(event.levelId)).toBe(2)
  expect(await brokenInvariants(db)).toEqual([])
})

test('writes an order with its registrations, payments, term acceptances, answers and jobs', async () => {
  const event = await createEvent(db, { kits: [{ valueCents: 10_000 }, { valueCents: 0, feeRate: 0 }] })
  const order = orderRequest(event, buyer, { people: [{ name: 'Ana' }, { name: 'Beto', kit: 1 }] })
  const [outcome] = await takeSpots(db, [order])
  if (outcome?.kind !== 'registered') throw new Error(outcome?.kind)

  const registrations = await db
    .selectFrom('registrations')
    .where('order_id', '=', outcome.orderId)
    .orderBy('position')
    .selectAll()
    .execute()
  expect(registrations.map((r) => r.id)).toEqual(outcome.registrationIds)
  expect(registrations).toMatchObject([
    { name: 'Ana', status: 0, confirmed_at: null, total_cents: 11_000, responsible_user_id: buyer },
    { name: 'Beto', status: 1, confirmed_at: order.at, total_cents: 0 },
  ])
  const [paid, free] = outcome.paymentIds
  expect(free).toBeNull()
  const payment = await db
    .selectFrom('payments')
    .where('id', '=', Number(paid))
    .selectAll()
    .executeTakeFirst()
  expect(payment).toMatchObject({
    amount_cents: 11_000,
    status: 0,
    type: 0,
    provider: 'sandbox',
    due_on: order.dueOn,
    payer_user_id: order.buyerUserId,
  })
  const acceptances = await db
    .selectFrom('term_acceptances')
    .where('registration_id', 'in', outcome.registrationIds)
    .select('term_id')
    .execute()
  const answers = await db
    .selectFrom('questionnaire_answers')
    .where('registration_id', 'in', outcome.registrationIds)
    .select('question')
    .execute()
  expect([acceptances.length, answers.length]).toEqual([2, 2])
  const jobs = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${createChargeJob.name} and payload ->> 'paymentId' = ${String(paid)}`.execute(db)
  expect(jobs.rows).toEqual([{ payload: { paymentId: paid } }])
  expect(await brokenInvariants(db)).toEqual([])
})

test('accepts or refuses an order as a whole, with its demand summed by level', async () => {
  const event = await createEvent(db, { kits: [{ sizes: [{ name: 'P', capacity: 3 }, { name: 'M' }] }] })
  const size = at(at(event.kits, 0).sizes, 0)
  const outcomes = await takeSpots(db, [
    orderRequest(event, buyer, { people: [{}, {}] }),
    orderRequest(event, buyer, { people: [{ size: 1 }, {}, {}] }),
    orderRequest(event, buyer, { people: [{}] }),
  ])
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['registered', 'sold_out', 'registered'])
  expect(outcomes[1]).toMatchObject({ participant: 2, levelId: size.levelId, unitsLeft: 1 })
  expect(await held(size.levelId)).toBe(3)
  expect(await held(event.levelId)).toBe(3)
  expect(await brokenInvariants(db)).toEqual([])
})

test.each([
  ['event', { capacity: 0 }, {}, 0],
  ['modality', { modalities: [{ name: '5 km', capacity: 0 }] }, {}, 1],
  ['category', { modalities: [{ name: '5 km', categories: [{ name: 'Geral', capacity: 0 }] }] }, {}, 2],
  ['kit', { kits: [{ capacity: 0, sizes: [{ name: 'P' }] }] }, {}, 3],
  ['shirt_size', { kits: [{ sizes: [{ name: 'P', capacity: 0 }] }] }, {}, 4],
  ['coupon', { coupons: [{ code: 'DEZ', capacity: 0 }] }, { coupon: 0 }, 5],
])('reports which %s is sold out', async (kind, options, choice, index) => {
  const event = await createEvent(db, options)
  const order = orderRequest(event, buyer, { people: [choice] })
  const level = at(at(order.participants, 0).levels, index)
  expect(level.kind).toBe(kind)
  expect(await takeSpots(db, [order])).toEqual([
    { kind: 'sold_out', participant: 0, levelId: level.id, unitsLeft: 0 },
  ])
})

test('the same key returns the first order again, and is refused with other content', async () => {
  const event = await createEvent(db, { capacity: 1 })
  const order = orderRequest(event, buyer)
  const [first] = await takeSpots(db, [order])
  const [again, other] = await Promise.all([
    takeSpots(db, [order]),
    takeSpots(db, [{ ...order, requestHash: 'other content' }]),
  ])
  expect(first?.kind).toBe('registered')
  expect(again).toEqual([{ kind: 'replayed', orderId: first?.kind === 'registered' && first.orderId }])
  expect(other).toEqual([{ kind: 'key_reused' }])
  expect(await held(event.levelId)).toBe(1)
})

test('another buyer may use the same key', async () => {
  const event = await createEvent(db)
  const stranger = await createUser(db)
  const key = 'the-same-key'
  const outcomes = await takeSpots(db, [
    orderRequest(event, buyer, { key }),
    orderRequest(event, stranger.id, { key }),
  ])
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['registered', 'registered'])
})

test('registers a CPF once per event: against earlier registrations, within a call and within an order', async () => {
  const event = await createEvent(db)
  const elsewhere = await createEvent(db)
  const registered = await createOrder(db, event)
  const cpf = at(registered.registrations, 0).cpf
  const twin = nextCpf()
  const outcomes = await takeSpots(db, [
    orderRequest(event, buyer, { people: [{}, { cpf }] }),
    orderRequest(event, buyer, { people: [{ cpf: twin }] }),
    orderRequest(event, buyer, { people: [{}, {}, { cpf: twin }] }),
    orderRequest(elsewhere, buyer, { people: [{ cpf: twin }] }),
    orderRequest(event, buyer, { people: [{ cpf: '11144477735' }, { cpf: '11144477735' }] }),
    // The order before was refused, so its CPF is free.
    orderRequest(event, buyer, { people: [{ cpf: '11144477735' }] }),
  ])
  expect(outcomes).toMatchObject([
    { kind: 'registered_by_other', participant: 1 },
    { kind: 'registered' },
    { kind: 'already_registered', participant: 2 },
    { kind: 'registered' },
    { kind: 'already_registered', participant: 1 },
    { kind: 'registered' },
  ])
  expect(await brokenInvariants(db)).toEqual([])
})

test('the refusal of a registered CPF depends on the account that registered it, in earlier registrations and within a call', async () => {
  const event = await createEvent(db)
  const stranger = (await createUser(db)).id
  const [mine, theirs, mineNow, theirsNow] = [nextCpf(), nextCpf(), nextCpf(), nextCpf()]
  await takeSpots(db, [
    orderRequest(event, buyer, { people: [{ cpf: mine }] }),
    orderRequest(event, stranger, { people: [{ cpf: theirs }] }),
  ])
  const outcomes = await takeSpots(db, [
    orderRequest(event, buyer, { people: [{ cpf: mineNow }] }),
    orderRequest(event, stranger, { people: [{ cpf: theirsNow }] }),
    orderRequest(event, buyer, { people: [{}, { cpf: theirs }, { cpf: mine }] }),
    orderRequest(event, buyer, { people: [{}, { cpf: theirs }] }),
    // An unpaid registration with the buyer's own CPF yields (`yielding.test.ts`).
    orderRequest(event, buyer, { people: [{ cpf: theirs }] }),
    orderRequest(event, buyer, { people: [{}, { cpf: theirsNow }, { cpf: mineNow }] }),
    orderRequest(event, buyer, { people: [{}, {}, { cpf: theirsNow }] }),
    orderRequest(event, buyer, { people: [{ cpf: theirsNow }] }),
  ])
  expect(outcomes).toMatchObject([
    { kind: 'registered' },
    { kind: 'registered' },
    { kind: 'already_registered', participant: 2 },
    { kind: 'registered_by_other', participant: 1 },
    { kind: 'registered' },
    { kind: 'already_registered', participant: 2 },
    { kind: 'registered_by_other', participant: 2 },
    { kind: 'contested' },
  ])
  expect(await held(event.levelId)).toBe(4)
  expect(await brokenInvariants(db)).toEqual([])
})

test('an order refused for stock does not reveal registrations by other accounts', async () => {
  const event = await createEvent(db, { capacity: 2 })
  const stranger = (await createUser(db)).id
  const cpf = nextCpf()
  await takeSpots(db, [orderRequest(event, stranger, { people: [{ cpf }] })])
  const outcomes = await takeSpots(db, [
    orderRequest(event, buyer, { people: [{}, { cpf }] }),
    orderRequest(event, buyer, { people: [{}, {}] }),
    orderRequest(event, buyer, { people: [{}] }),
  ])
  expect(outcomes).toMatchObject([
    { kind: 'sold_out', unitsLeft: 1 },
    { kind: 'sold_out', unitsLeft: 1 },
    { kind: 'registered' },
  ])
  expect(await brokenInvariants(db)).toEqual([])
})

test('a cancelled registration does not block its CPF', async () => {
  const event = await createEvent(db)
  const order = await createOrder(db, event, { registrationStatus: 2 })
  const outcomes = await takeSpots(db, [
    orderRequest(event, buyer, { people: [{ cpf: at(order.registrations, 0).cpf }] }),
  ])
  expect(outcomes[0]?.kind).toBe('registered')
})

test('an order planned with another version of the event is stale', async () => {
  const event = await createEvent(db)
  const other = await createEvent(db)
  const outcomes = await takeSpots(db, [
    orderRequest(event, buyer, { eventVersion: 2 }),
    orderRequest(other, buyer),
  ])
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['stale', 'registered'])
})

test('rejects an isolation level whose snapshot is older than its locks', async () => {
  const event = await createEvent(db)
  const attempt = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => takeSpots(tx, [orderRequest(event, buyer)]))
  await expect(attempt).rejects.toThrow('read committed')
})

test('locks buyers in id order, independent of arrival order', async () => {
  const event = await createEvent(db)
  const [first, second] = [await createUser(db), await createUser(db)]
  const other = await db.startTransaction().execute()
  const lock = (id: number) => sql`select from users where id = ${id} for update nowait`.execute(other)
  await lock(first.id)
  const call = takeSpots(db, [orderRequest(event, second.id), orderRequest(event, first.id)])
  await callThatWaits(db, 'take_spots')
  // Another transaction that locks both accounts in id order, such as a merge, must not be blocked.
  await lock(second.id)
  await other.rollback().execute()
  expect((await call).map(({ kind }) => kind)).toEqual(['registered', 'registered'])
})

describe('units that a coupon reserves', () => {
  const reserving = async (until: IsoDate) => {
    const event = await createEvent(db, { capacity: 3, coupons: [{ code: 'CLUBE', capacity: 2 }] })
    await db
      .updateTable('stock_levels')
      .set({ reserved_until: until })
      .where('id', '=', at(event.coupons, 0).levelId)
      .execute()
    return event
  }
  const outcomesOf = async (orders: readonly OrderRequest[]) =>
    (await takeSpots(db, orders)).map(({ kind }) => kind)

  test('are left to the coupon, and the event is full without them', async () => {
    const event = await reserving('2099-01-01')
    const publicOrder = () => orderRequest(event, buyer)
    const couponOrder = () => orderRequest(event, buyer, { people: [{ coupon: 0 }] })
    expect(await outcomesOf([publicOrder(), publicOrder(), couponOrder()])).toEqual([
      'registered',
      'sold_out',
      'registered',
    ])
    expect(await outcomesOf([publicOrder(), couponOrder(), couponOrder()])).toEqual([
      'sold_out',
      'registered',
      'sold_out',
    ])
    expect(await held(event.levelId)).toBe(3)
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('are reserved again after a cancellation', async () => {
    const event = await reserving('2099-01-01')
    const [first] = await takeSpots(db, [orderRequest(event, buyer, { people: [{ coupon: 0 }] })])
    if (first?.kind !== 'registered') throw new Error(first?.kind)
    await sql`select release_spots(${first.registrationIds}::bigint[], 'participant', now())`.execute(db)
    expect(await outcomesOf([orderRequest(event, buyer), orderRequest(event, buyer)])).toEqual([
      'registered',
      'sold_out',
    ])
  })

  test('are everybody’s after the last day', async () => {
    const event = await reserving('2020-01-01')
    const publicOrders = [1, 2, 3].map(() => orderRequest(event, buyer))
    expect(await outcomesOf(publicOrders)).toEqual(['registered', 'registered', 'registered'])
    expect(await outcomesOf([orderRequest(event, buyer, { people: [{ coupon: 0 }] })])).toEqual(['sold_out'])
  })

  test('are not given to a registration that a late payment restores without the coupon', async () => {
    const event = await reserving('2099-01-01')
    const [lapsed] = await takeSpots(db, [orderRequest(event, buyer)])
    if (lapsed?.kind !== 'registered') throw new Error(lapsed?.kind)
    const [id] = lapsed.registrationIds
    const { held_level_ids: levels } = await db
      .selectFrom('registrations')
      .where('id', '=', Number(id))
      .select('held_level_ids')
      .executeTakeFirstOrThrow()
    await sql`select release_spots(${lapsed.registrationIds}::bigint[], 'expired', now())`.execute(db)
    await takeSpots(db, [orderRequest(event, buyer)])
    const restored = async (wanted: readonly number[]) =>
      (
        await sql<{ outcome: string }>`select * from change_spots(${id}, ${wanted}::bigint[], now())`.execute(
          db,
        )
      ).rows[0]?.outcome
    expect(await restored(levels)).toBe('sold_out')
    expect(await restored([...levels, at(event.coupons, 0).levelId])).toBe('changed')
  })
})
