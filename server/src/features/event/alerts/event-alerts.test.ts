import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type EventOptions } from '#test/factories/event.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'
import { tellWaiting } from './tell-waiting.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

const BEFORE = '2026-06-14T15:00:00Z'
const OPENED = '2026-06-20T15:00:00Z'
const EARLY: EventOptions = {
  registrationStartsOn: '2026-06-20',
  registrationEndsOn: '2026-07-20',
  eventOn: '2026-08-02',
}
const FULL: EventOptions = { ...EARLY, registrationStartsOn: '2026-06-01', capacity: 0 }

beforeEach(() => app.deps.clock.set(BEFORE))

const path = ({ slug }: { slug: string }) => `/events/slug/${slug}/alert`
const ask = (user: TestUser, event: { slug: string }) =>
  app.call('POST', path(event), { token: user.token, body: {} })
const waits = async (user: TestUser, event: { slug: string }) =>
  (await app.call('GET', path(event), { token: user.token })).json().data.waits
const mails = async (user: TestUser) => (await mailTo(app, user.email)).map(({ subject }) => subject)

test('an account is told once when registrations open', async () => {
  const event = await createEvent(db, { ...EARLY, title: 'Volta da Lagoa' })
  const user = await createUser(db)
  expect(await waits(user, event)).toBe(false)
  await Promise.all([ask(user, event), ask(user, event)])
  expect(await waits(user, event)).toBe(true)
  expect(await tellWaiting(app.deps)).toBe(0)
  app.deps.clock.set(OPENED)
  const told = await Promise.all([tellWaiting(app.deps), tellWaiting(app.deps)])
  expect(told.sort()).toEqual([0, 1])
  expect(await mails(user)).toEqual(['Inscrições abertas: Volta da Lagoa'])
  expect(await tellWaiting(app.deps)).toBe(0)
  expect(await mails(user)).toHaveLength(1)
  expect(await waits(user, event)).toBe(false)
})

test('an account is told when a place is released, and may ask again', async () => {
  const event = await createEvent(db, { ...FULL, title: 'Noturna' })
  const user = await createUser(db)
  const setCapacity = (capacity: number) =>
    sql`update stock_levels set capacity = ${capacity} where event_id = ${event.id} and kind = 'event'`.execute(
      db,
    )
  for (const _ of ['first', 'second']) {
    await setCapacity(0)
    expect((await ask(user, event)).statusCode).toBe(200)
    await setCapacity(1)
    expect(await tellWaiting(app.deps)).toBe(1)
    await mails(user)
  }
  expect(await mails(user)).toEqual(['Vaga liberada: Noturna', 'Vaga liberada: Noturna'])
})

test('nothing is sent when the place is gone again, and the account waits on', async () => {
  const event = await createEvent(db, { ...FULL, capacity: 1 })
  const user = await createUser(db)
  const setHeld = (held: number) =>
    sql`update stock_levels set held = ${held} where event_id = ${event.id} and kind = 'event'`.execute(db)
  await setHeld(1)
  await ask(user, event)
  await setHeld(0)
  await tellWaiting(app.deps)
  await setHeld(1)
  expect(await mails(user)).toEqual([])
  expect(await waits(user, event)).toBe(true)
})

test('an alert ends on the page and by the link in the e-mail', async () => {
  const event = await createEvent(db, EARLY)
  const [one, other] = [await createUser(db), await createUser(db)]
  await ask(one, event)
  await ask(other, event)
  await app.call('DELETE', path(event), { token: one.token, body: {} })
  expect([await waits(one, event), await waits(other, event)]).toEqual([false, true])

  app.deps.clock.set(OPENED)
  await tellWaiting(app.deps)
  expect(await mails(one)).toEqual([])
  const [mail] = await mailTo(app, other.email)
  const token = /#aviso=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  for (const _ of ['once', 'again'])
    expect((await app.call('POST', '/event-alerts/end', { body: { token } })).statusCode).toBe(200)
  const left = await db.selectFrom('event_alerts').where('user_id', '=', other.id).select('id').execute()
  expect(left).toEqual([])
})

test.each([
  [
    'is open',
    { ...EARLY, registrationStartsOn: '2026-06-01' },
    409,
    'As inscrições já estão abertas: inscreva-se agora.',
  ],
  [
    'is over',
    { ...EARLY, registrationStartsOn: '2026-05-01', registrationEndsOn: '2026-06-01' },
    409,
    'As inscrições para este evento estão encerradas.',
  ],
  ['is cancelled', { ...EARLY, status: 3 as const }, 409, 'As inscrições para este evento estão encerradas.'],
  ['is a draft', { ...EARLY, isDraft: true }, 404, 'Evento não encontrado.'],
])('nobody waits for an event that %s', async (_, options, status, message) => {
  const event = await createEvent(db, options)
  const answer = await ask(await createUser(db), event)
  expect([answer.statusCode, answer.json().message ?? answer.json().exception]).toEqual([status, message])
})

test.each(['GET', 'POST', 'DELETE'] as const)('%s does not reveal a draft', async (method) => {
  const draft = await createEvent(db, { ...EARLY, isDraft: true })
  const { token } = await createUser(db)
  const answers = await Promise.all(
    [draft, { slug: 'nao-existe' }].map((event) =>
      app.call(method, path(event), { token, ...(method !== 'GET' && { body: {} }) }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(answers[0]?.json()).toEqual(answers[1]?.json())
})
