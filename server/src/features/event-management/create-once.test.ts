import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
beforeAll(() => db.updateTable('fee_settings').set({ setup_fee_cents: 5_000 }).execute())

const organizer = await createOrganizer(db)
let keys = 0
const newKey = () => `tentativa-${++keys}`
const post = (path: string, key: string, body: object, { token } = organizer) =>
  app.call('POST', path, { token, body, headers: { 'idempotency-key': key } })
const create = (key: string, body: object, who = organizer) => post('/events/create', key, body, who)
const idOf = (answer: Awaited<ReturnType<typeof post>>): number => {
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data.id
}
const titled = (title: string) => db.selectFrom('events').select('id').where('title', '=', title).execute()

test('an event created three times with one key is one event with one setup fee', async () => {
  const key = newKey()
  const body = await eventForm(db, { title: 'Uma vez só' })
  const both = await Promise.all([create(key, body), create(key, body)])
  const ids = [...both.map(idOf), idOf(await create(key, body))]
  const [event] = await titled('Uma vez só')
  expect(ids).toEqual([event?.id, event?.id, event?.id])
  expect(await titled('Uma vez só')).toHaveLength(1)
  const charges = await db
    .selectFrom('organizer_charges')
    .select('amount_cents')
    .where('event_id', '=', Number(event?.id))
    .execute()
  expect(charges).toEqual([{ amount_cents: 5_000 }])
})

test('the same key with another request is rejected, and creates nothing', async () => {
  const key = newKey()
  idOf(await create(key, await eventForm(db, { title: 'Primeiras palavras' })))
  const answer = await create(key, await eventForm(db, { title: 'Outras palavras' }))
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toBe('Esta chave de idempotência já foi usada com outros dados.')
  expect(await titled('Outras palavras')).toEqual([])
})

test('a rejected event leaves its key unused', async () => {
  const key = newKey()
  expect((await create(key, await eventForm(db, { title: '' }))).statusCode).toBe(422)
  idOf(await create(key, await eventForm(db, { title: 'Agora com título' })))
})

test('a key belongs to its user', async () => {
  const key = newKey()
  const body = await eventForm(db, { title: 'De cada um' })
  const other = await createOrganizer(db)
  expect(idOf(await create(key, body))).not.toBe(idOf(await create(key, body, other)))
})

test('a copy created twice with one key is one copy; for another day the key is rejected', async () => {
  const original = idOf(await create(newKey(), await eventForm(db, { title: 'Edição' })))
  const key = newKey()
  const path = `/organizer/events/${original}/duplicate`
  const [one, two] = await Promise.all([1, 2].map(() => post(path, key, { date_event: '2030-06-02' })))
  expect(one && idOf(one)).toBe(two && idOf(two))
  expect(await titled('Edição')).toHaveLength(2)
  expect((await post(path, key, { date_event: '2030-06-09' })).statusCode).toBe(422)
})
