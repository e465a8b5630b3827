import { afterAll, expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event/event.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer } from '#test/factories/user.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { findEvent } from './get-event.ts'
import { findPublicEvent } from './queries.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

const get = async (slug: string): Promise<PublicEvent> =>
  (await app.call('GET', `/events/slug/${slug}`)).json().data

test("the offer comes from the cache until the event's version changes", async () => {
  const event = await createEvent(db, { kits: [{ name: 'Antes' }] })
  const rename = (name: string) =>
    db.updateTable('kits').set({ name }).where('event_id', '=', event.id).execute()
  const kit = async () => (await get(event.slug)).products[0]?.name
  expect(await kit()).toBe('Antes')
  await rename('Depois')
  expect(await kit()).toBe('Antes')
  await db.updateTable('events').set({ version: 2 }).where('id', '=', event.id).execute()
  expect(await kit()).toBe('Depois')
  expect((await get(event.slug)).version).toBe(2)
})

test("stock, state and the organizer's name are always current", async () => {
  const organizer = await createOrganizer(db, { fantasyName: 'Corre Junto' })
  const event = await createEvent(db, {
    organizerId: organizer.organizerId,
    capacity: 40,
    modalities: [{ name: '5 km', categories: [{ name: 'Geral', capacity: 1 }, { name: 'PCD' }] }],
    kits: [
      {
        name: 'Kit',
        sizes: [
          { name: 'P', capacity: 1 },
          { name: 'M', capacity: 9 },
        ],
      },
    ],
  })
  const fresh = await get(event.slug)
  expect(fresh).toMatchObject({ spots_left: 40, status: 1, organizer: [{ name_fantasy: 'Corre Junto' }] })
  await createOrder(db, event)
  const taken = await get(event.slug)
  expect(taken.spots_left).toBe(39)
  expect(taken.modalities[0]?.categories.map((category) => category.sold_out)).toEqual([true, false])
  expect(taken.products[0]?.shirt_sizes.map((size) => size.quantity)).toEqual([0, 9])

  await db
    .updateTable('organizers')
    .set({ fantasy_name: 'Corre Só' })
    .where('id', '=', organizer.organizerId)
    .execute()
  await db.updateTable('stock_levels').set({ capacity: 1 }).where('id', '=', event.levelId).execute()
  expect(await get(event.slug)).toMatchObject({
    status: 0,
    closed_reason: 'sold_out',
    spots_left: 0,
    organizer: [{ name_fantasy: 'Corre Só' }],
  })
  // An event expires when its day is over, without a new version.
  await db.updateTable('events').set({ status: 2 }).where('id', '=', event.id).execute()
  expect((await get(event.slug)).closed_reason).toBe('ended')
})

test('the cached event equals the one from the database, at any fill level', {
  tags: 'operation',
}, async () => {
  const random = seededRandom(20_261_121)
  const capacity = () => [null, 0, 1, 5][random(4)] ?? null
  const full: boolean[] = []
  for (let n = 0; n < 25; n++) {
    const options: EventOptions = {
      capacity: capacity(),
      modalities: Array.from({ length: 1 + random(2) }, (_, i) => ({
        name: `${i} km`,
        status: random(4) === 0 ? 0 : 1,
        capacity: capacity(),
        categories: Array.from({ length: random(3) }, (_, k) => ({
          name: `Faixa ${k}`,
          capacity: capacity(),
        })),
      })),
      kits: Array.from({ length: random(3) }, (_, i) => ({
        name: `Kit ${i}`,
        capacity: capacity(),
        sizes: Array.from({ length: random(3) }, (_, k) => ({ name: `T${k}`, capacity: capacity() })),
      })),
    }
    const { id, slug } = await createEvent(db, options)
    const now = new Date()
    await findEvent(db, now, { slug })
    const kept = await findEvent(db, now, { slug })
    const read = await findPublicEvent(db, now, { id })
    expect(kept, JSON.stringify(options)).toEqual(read)
    full.push(kept?.has_vacancy ?? false)
  }
  expect(new Set(full).size).toBe(2)
})
