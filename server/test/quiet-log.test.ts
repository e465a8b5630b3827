// @module-tag operation
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { buildApp } from '#server/app.ts'
import { keepAnswerFile } from '#server/features/registration/answers/keep-answer-file.ts'
import { createLog } from '#server/lib/log.ts'
import type { Web } from '#server/lib/web.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { createEvent, type TestEvent } from './factories/event.ts'
import { createUser, type TestUser } from './factories/user.ts'
import { register, submission } from './wizard.ts'

// Expected responses must not fill the log: one request of each kind over real HTTP writes no line.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const lines: string[] = []
const log = createLog('warn', { write: (line) => lines.push(line) })
const web: Web = {
  createPages: () => ({
    addressOf: (url) => ({ url, typed: false }),
    find: async (address) => address,
    render: async () =>
      new Response('<p>oi</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  }),
  mountAssets: () => undefined,
}
const { fastify } = await buildApp({ ...app.deps, log }, { web })
const origin = await fastify.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => fastify.close())

let admin: TestUser
let runner: TestUser
let event: TestEvent
let registrationId = 0
let questionId = 0
beforeAll(async () => {
  admin = await createUser(db, { roles: ['Admin', 'Empresa'] })
  runner = await createUser(db)
  event = await createEvent(db, { questionnaires: [{ attachFile: 1 }] })
  questionId = event.questionnaires[0]?.id ?? 0
  const path = await keepAnswerFile(app.deps, { bytes: Buffer.from('%PDF-1.7'), userId: runner.id })
  const answer = { questionnaire_id: questionId, accepted: true, file: path }
  const registered = await register(
    app,
    event,
    runner,
    submission(event, { questionnaire_acceptances: [answer] }),
  )
  registrationId = registered.json().data.registrations[0].id
  await app.deps.files.write('events/capa.webp', Buffer.from('webp'))
})

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

async function statusOf(path: string, as?: TestUser, { method = 'GET', headers = {}, body }: Call = {}) {
  const answer = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  return answer.status
}

const api = (path: string, as?: TestUser, call?: Call) => statusOf(API_BASE + path, as, call)

test('expected responses of each kind write no log line', async () => {
  const post = (body: unknown) => ({ method: 'POST', body })
  // JSON envelopes and refusals of each kind.
  expect(await api('/events')).toBe(200)
  expect(await api('/events/999999999')).toBe(404)
  expect(await api('/nada')).toBe(404)
  expect(await api('/me/export')).toBe(401)
  expect(await api('/admin/overview', runner)).toBe(403)
  expect(await api('/login', undefined, post({}))).toBe(422)
  expect(await api('/login', undefined, post({ email: runner.email, password: 'errada123' }))).toBe(401)
  expect(
    await statusOf(`${API_BASE}/login`, undefined, { ...post('x'), headers: { 'content-type': 'text/x' } }),
  ).toBe(415)
  const again = submission(event, {
    questionnaire_acceptances: [{ questionnaire_id: questionId, accepted: false }],
  })
  expect(await api(`/events/${event.id}/register-participant`, runner, post(again))).toBe(409)
  expect(await api('/openapi.json')).toBe(200)

  // Redirects.
  expect(await api('/email/verify?token=nenhum')).toBe(302)

  // Files, buffered and streamed.
  expect(await api('/me/export', runner)).toBe(200)
  expect(await api(`/participant/registrations/${registrationId}/calendar.ics`, runner)).toBe(200)
  const file = `/registrations/${registrationId}/answers/${questionId}/file`
  expect(await api(`/participant${file}`, runner)).toBe(200)
  expect(await api(`/organizer${file}`, admin)).toBe(200)
  expect(await api(`/organizer/events/${event.id}/export-event-participants?type=csv`, admin)).toBe(200)
  expect(await api('/enterprise/statement.csv', admin)).toBe(200)
  expect(await statusOf('/storage/events/capa.webp')).toBe(200)
  expect(await statusOf('/storage/events/nenhuma.webp')).toBe(404)

  // Pages and endpoints for machines.
  expect(await statusOf('/')).toBe(200)
  expect(await statusOf('/', undefined, { headers: { 'accept-encoding': 'br' } })).toBe(200)
  expect(await statusOf('/robots.txt')).toBe(200)
  expect(await statusOf('/sitemap.xml')).toBe(200)
  expect(await statusOf('/health/ready')).toBe(200)
  expect(await statusOf('/dev/mail')).toBe(200)
  expect(await statusOf('/sandbox/pagar/nenhuma')).toBe(404)

  expect(lines).toEqual([])
})

test('an unexpected error writes a log line', async () => {
  await db.schema.alterTable('cities').renameTo('cities_away').execute()
  expect(await api('/states/SP/cities')).toBe(500)
  await db.schema.alterTable('cities_away').renameTo('cities').execute()
  expect(lines.join()).toContain('unexpected error')
})
