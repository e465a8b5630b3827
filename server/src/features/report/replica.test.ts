// @module-tag operation
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const { db: replica } = await testDatabase()
const app = await testApp(db, { deps: { replica } })
afterAll(app.close)

// The replica is a database without registrations, so that the results show which one was read.
test('statements and exports are read from the replica, lists and registrations are not', async () => {
  const event = await createEvent(db)
  expect((await createEvent(replica)).id).toBe(event.id)
  await createOrder(db, event, { payment: { status: 2 } })
  const { token } = await createUser(db, { roles: ['Empresa'] })
  const get = (path: string) => app.call('GET', path, { token })

  expect((await get('/enterprise/statement')).json().data.by_method).toEqual([])
  const list = await get(`/organizer/events/${event.id}/participants`)
  expect(list.statusCode, list.body).toBe(200)
  expect(list.json().data).toHaveLength(1)
  const file = await get(`/organizer/events/${event.id}/export-event-participants?format=csv`)
  expect(file.statusCode, file.body.slice(0, 200)).toBe(200)
  expect(file.body.trim().split('\n')).toHaveLength(1)
})
