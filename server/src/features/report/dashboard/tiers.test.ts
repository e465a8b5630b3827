import { afterAll, expect, test } from 'vitest'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

test('the dashboard of an event shows the sales of each tier, and predicts the next price', async () => {
  const { organizerId, token } = await createOrganizer(db)
  const tiers = [
    { name: '1º lote', valueCents: 10_000, capacity: 1 },
    { name: '2º lote', valueCents: 12_000, capacity: 10 },
    { name: '3º lote', valueCents: 15_000 },
  ]
  const event = await createEvent(db, { organizerId, kits: [{ name: 'Kit', tiers }, { name: 'Sem lotes' }] })
  for (let i = 0; i < 3; i++) await register(app, event, await createUser(db), submission(event))
  const answer = await app.call('GET', `/organizer/events/${event.id}/dashboard`, { token })
  const dashboard: EventDashboard = answer.json().data
  expect(dashboard.tiers).toMatchObject([
    { kit: 'Kit', name: '1º lote', value: '100.00', sold: 1, limit: 1, is_current: false, changes_on: null },
    { name: '2º lote', sold: 2, limit: 10, is_current: true, changes_on: expect.stringMatching(/^\d\d\//) },
    { name: '3º lote', sold: 0, limit: null, is_current: false, changes_on: null },
  ])
})
