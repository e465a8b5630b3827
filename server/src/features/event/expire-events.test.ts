import { afterAll, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { expireEvents } from './jobs.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

test('an event of a past day in its time zone becomes Expirado; a cancelled one stays cancelled', async () => {
  const on = { eventOn: '2026-06-14', registrationEndsOn: '2026-06-10', registrationStartsOn: '2026-05-01' }
  const active = await createEvent(db, on)
  const inactive = await createEvent(db, { ...on, status: 0 })
  const cancelled = await createEvent(db, { ...on, status: 3 })
  const inAcre = await createEvent(db, { ...on, timezone: 'America/Rio_Branco' })
  const statuses = async () => {
    const rows = await db.selectFrom('events').select(['id', 'status']).execute()
    return [active, inactive, cancelled, inAcre].map(({ id }) => rows.find((row) => row.id === id)?.status)
  }

  app.deps.clock.set('2026-06-15T02:59:59Z')
  expect(await expireEvents(app.deps)).toEqual([])
  app.deps.clock.set('2026-06-15T03:00:00Z')
  expect((await expireEvents(app.deps)).sort()).toEqual([active.id, inactive.id])
  expect(await statuses()).toEqual([2, 2, 3, 1])
  expect(await expireEvents(app.deps)).toEqual([])

  app.deps.clock.set('2026-06-15T05:00:00Z')
  await db.executeQuery(
    db.selectNoFrom((eb) => eb.fn('graphile_worker.add_job', [eb.val('expire-events')]).as('job')).compile(),
  )
  await runJobsOnce(app.deps)
  expect(await statuses()).toEqual([2, 2, 3, 2])
})
