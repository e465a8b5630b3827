import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type TestEvent } from '#test/factories/event.ts'
import { createUser, createUsers } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(() => app.close())

const uncharged = async (event: TestEvent) =>
  (
    await db
      .selectFrom('payments')
      .where('event_id', '=', event.id)
      .where('charge_id', 'is', null)
      .select('id')
      .execute()
  ).length

test('a single order creates its charge at once, and is answered before', async () => {
  const event = await createEvent(db)
  const user = await createUser(db)
  const { gateway } = app.deps
  const mayCreate = Promise.withResolvers<void>()
  app.deps.gateway = {
    ...gateway,
    createCharge: (request) => mayCreate.promise.then(() => gateway.createCharge(request)),
  }
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `${API_BASE}/events/${event.id}/register-participant`,
    headers: { authorization: `Bearer ${user.token}` },
    payload: submission(event),
  })
  app.deps.gateway = gateway
  expect(answer.statusCode).toBe(201)
  expect(await uncharged(event)).toBe(1)

  const token = answer.json().data.payment_link.split('/').at(-1)
  const page = app.call('GET', `/payments/${token}`)
  mayCreate.resolve()
  expect((await page).json().data).toMatchObject({ is_ready: true, pix: { code: expect.any(String) } })
})

test('under load every order is answered with the link of the payment page, and jobs create the charges', {
  tags: 'operation',
  timeout: 60_000,
}, async () => {
  const event = await createEvent(db)
  const people = await createUsers(db, 80)
  const answers = await Promise.all(people.map((user) => register(app, event, user, submission(event))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 201))
  const links = answers.map((answer) => answer.json().data.payment_link)
  expect(new Set(links).size).toBe(80)
  expect(await uncharged(event)).toBeGreaterThan(40)

  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
  await runJobsOnce(app.deps)
  expect(await uncharged(event)).toBe(0)
})
