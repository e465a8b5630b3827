import { afterEach, describe, expect, test } from 'vitest'
import { takeSpots } from '#server/features/checkout/queries/take-spots.ts'
import { transaction } from '#server/lib/db.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { orderRequest } from '#test/factories/order-request.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { changeSpots, releaseRegistrations, retakeSpots } from './queries.ts'

const { db } = await testDatabase()
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const now = new Date()
const FULL_CHOICE = {
  capacity: 10,
  kits: [
    {
      sizes: [
        { name: 'P', capacity: 1 },
        { name: 'M', capacity: 1 },
      ],
    },
  ],
  coupons: [{ code: 'DEZ', capacity: 1 }],
}

async function ordered(event: TestEvent, options: Parameters<typeof createOrder>[2] = {}) {
  const order = await createOrder(db, event, options)
  return at(order.registrations, 0)
}

const registration = (id: number) =>
  db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const held = async (event: TestEvent) =>
  (
    await db
      .selectFrom('stock_levels')
      .where('event_id', '=', event.id)
      .select('held')
      .orderBy('id')
      .execute()
  ).map((level) => level.held)
const release = (...ids: number[]) => transaction(db, (tx) => releaseRegistrations(tx, ids, 'expired', now))

describe('releasing', () => {
  test('releases exactly the units that each registration holds, once', async () => {
    const event = await createEvent(db, FULL_CHOICE)
    const before = await held(event)
    const first = await ordered(event, { coupon: 0 })
    const second = await ordered(event, { size: 1 })

    expect((await release(first.id, second.id)).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(await held(event)).toEqual(before)
    expect(await registration(first.id)).toMatchObject({
      status: 2,
      cancel_reason: 'expired',
      cancelled_at: now,
      held_level_ids: [],
    })
    expect(await release(first.id, second.id)).toEqual([])
    expect(await held(event)).toEqual(before)
  })

  test('accepts an empty list and unknown ids', async () => {
    expect(await release()).toEqual([])
    expect(await release(999_999)).toEqual([])
  })
})

describe('changing', () => {
  const levelsWith = (event: TestEvent, size: number) => [
    event.levelId,
    at(event.categories, 0).modalityLevelId,
    at(event.categories, 0).levelId,
    at(event.kits, 0).levelId,
    at(at(event.kits, 0).sizes, size).levelId,
  ]
  const moveTo = (event: TestEvent, id: number, size: number) =>
    transaction(db, async (tx) => {
      const outcome = await changeSpots(tx, id, levelsWith(event, size), now)
      if (outcome.outcome === 'changed')
        await tx
          .updateTable('registrations')
          .set({ shirt_size_id: at(at(event.kits, 0).sizes, size).id })
          .where('id', '=', id)
          .execute()
      return outcome
    })

  test('releases the old levels and takes the new ones; levels it keeps count as available to it', async () => {
    const event = await createEvent(db, { ...FULL_CHOICE, capacity: 1 })
    const { id } = await ordered(event)
    expect(await moveTo(event, id, 1)).toEqual({ outcome: 'changed' })
    expect((await registration(id)).held_level_ids).toEqual(levelsWith(event, 1))
  })

  test('changes nothing when a level is sold out, and returns that level', async () => {
    const event = await createEvent(db, FULL_CHOICE)
    const { id } = await ordered(event)
    await ordered(event, { size: 1 })
    const before = await registration(id)
    expect(await moveTo(event, id, 1)).toEqual({
      outcome: 'sold_out',
      levelId: at(at(event.kits, 0).sizes, 1).levelId,
    })
    expect(await registration(id)).toEqual(before)
  })
})

describe('restoring a cancelled registration', () => {
  const retake = (id: number) => transaction(db, (tx) => retakeSpots(tx, id, now))

  test('takes its spots again', async () => {
    const event = await createEvent(db, FULL_CHOICE)
    const { id, heldLevelIds } = await ordered(event, { coupon: 0 })
    await release(id)
    expect(await retake(id)).toEqual({ outcome: 'changed' })
    const back = await registration(id)
    expect(back).toMatchObject({ status: 0, cancelled_at: null, cancel_reason: null })
    expect(back.held_level_ids.toSorted()).toEqual(heldLevelIds.toSorted())
  })

  test('fails when another registration has taken the spot', async () => {
    const event = await createEvent(db, FULL_CHOICE)
    const { id } = await ordered(event)
    await release(id)
    await ordered(event)
    expect(await retake(id)).toMatchObject({ outcome: 'sold_out' })
    expect((await registration(id)).status).toBe(2)
  })

  test('fails when the event was cancelled in the meantime', async () => {
    const event = await createEvent(db)
    const { id } = await ordered(event)
    await release(id)
    await db.updateTable('events').set({ status: 3 }).where('id', '=', event.id).execute()
    expect(await retake(id)).toEqual({ outcome: 'event_cancelled' })
    expect(await registration(id)).toMatchObject({ status: 2, held_level_ids: [] })
  })

  test('fails when the CPF has registered again in the meantime', async () => {
    const event = await createEvent(db)
    const { id, cpf } = await ordered(event)
    await release(id)
    const buyer = await createUser(db)
    await takeSpots(db, [orderRequest(event, buyer.id, { people: [{ cpf }] })])
    expect(await retake(id)).toEqual({ outcome: 'already_registered' })
  })
})

test('taking, releasing and restoring concurrently: no deadlock, no drift', {
  tags: 'operation',
}, async () => {
  const event = await createEvent(db, { ...FULL_CHOICE, capacity: 3 })
  const buyer = await createUser(db)
  const known: number[] = []
  const take = async () => {
    const [outcome] = await takeSpots(db, [
      orderRequest(event, buyer.id, { people: [{ size: known.length % 2 }] }),
    ])
    if (outcome?.kind === 'registered') known.push(...outcome.registrationIds)
  }
  const someone = (n: number) => known[n % Math.max(1, known.length)] ?? 0
  await take()
  for (let round = 0; round < 15; round++)
    await Promise.all([
      take(),
      take(),
      release(someone(round), someone(round + 1)),
      release(someone(round + 1), someone(round)),
      transaction(db, (tx) => retakeSpots(tx, someone(round), now)),
      take(),
    ])
  expect(known.length).toBeGreaterThan(5)
})
