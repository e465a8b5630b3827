import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn, instantIn, toBrazilianDate } from '#contract/dates.ts'
import type { Permission } from '#contract/roles.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { register, submission } from '#test/wizard.ts'
import { REGISTRATION_JOBS } from './forget-answers.ts'
import { keepAnswerFile } from './keep-answer-file.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const eventOn = addDays(dayIn('America/Sao_Paulo', new Date()), 20)
const ASKED = 'Toma algum remédio?'

async function registered() {
  const event = await createEvent(db, {
    organizerId: organizer.organizerId,
    eventOn,
    questionnaires: [{}, { description: ASKED, kind: 'text', sensitive: true }],
  })
  const buyer = await createUser(db)
  const [plain, health] = [at(event.questionnaires, 0).id, at(event.questionnaires, 1).id]
  const answer = await register(
    app,
    event,
    buyer,
    submission(event, {
      questionnaire_acceptances: [
        { questionnaire_id: plain, accepted: true },
        { questionnaire_id: health, value: 'Insulina' },
      ],
    }),
  )
  expect(answer.statusCode, answer.body).toBe(201)
  return { event, buyer, health, id: answer.json().data.registrations[0].id as number }
}
type Registered = Awaited<ReturnType<typeof registered>>

const producer = ({ event }: Registered, ...more: Permission[]) =>
  createProducer(db, {
    organizer,
    permissions: [
      'view-event',
      'view-event-participants',
      'edit-registration-participant-event',
      'export-listing-participants',
      ...more,
    ],
    events: [event.id],
  })
const get = (path: string, token: string) => app.call('GET', `/organizer/${path}`, { token })
const looksAt = async (id: number) =>
  (
    await db
      .selectFrom('audit_log')
      .where('action', '=', 'registration.health_read')
      .where('entity_id', '=', id)
      .select('actor_user_id')
      .execute()
  ).map(({ actor_user_id }) => actor_user_id)

const pathsOf = ({ id, event }: Registered) => ({
  panel: `registrations/${id}`,
  export: `events/${event.id}/export-event-participants?format=csv&columns=id,answers`,
})
const correct = ({ id, health }: Registered, token: string) =>
  app.call('PUT', `/organizer/registrations/${id}/answers/${health}`, {
    token,
    body: { value: 'Nenhum', reason: 'Pediu' },
  })

test('the organizer and who has the permission see them; others find no trace', async () => {
  const one = await registered()
  const paths = pathsOf(one)
  const permitted = await producer(one, 'view-health-answers')
  for (const { token } of [organizer, permitted])
    for (const path of Object.values(paths)) expect((await get(path, token)).body).toContain('Insulina')
  const { token } = await producer(one)
  for (const path of Object.values(paths)) {
    const answer = await get(path, token)
    expect([answer.statusCode, answer.body.includes('Insulina'), answer.body.includes(ASKED)]).toEqual([
      200,
      false,
      false,
    ])
  }
  expect((await correct(one, token)).statusCode).toBe(404)
  expect((await correct(one, permitted.token)).statusCode).toBe(200)
  expect((await get(paths.panel, token)).body).not.toContain('Nenhum')
})

test('they are in no list', async () => {
  const one = await registered()
  for (const path of [`events/${one.event.id}/participants`, `registrations/${one.id}/edit`])
    expect((await get(path, organizer.token)).body).not.toContain(ASKED)
})

test('files are sent, alone and as a ZIP, only to who may see the answers', async () => {
  const one = await registered()
  const path = await keepAnswerFile(app.deps, { bytes: Buffer.from('%PDF-1.7\n%%EOF'), userId: null })
  await db
    .updateTable('questionnaire_answers')
    .set({ file_path: path })
    .where('registration_id', '=', one.id)
    .where('questionnaire_id', '=', one.health)
    .execute()
  const file = `registrations/${one.id}/answers/${one.health}/file`
  const zip = `events/${one.event.id}/answer-files.zip`
  const { token } = await producer(one)
  expect((await get(file, token)).statusCode).toBe(404)
  expect((await get(zip, token)).statusCode).toBe(409)
  const permitted = await producer(one, 'view-health-answers')
  expect((await get(file, permitted.token)).statusCode).toBe(200)
  expect((await get(zip, permitted.token)).statusCode).toBe(200)
})

test('an export records whether it contains them', async () => {
  const one = await registered()
  const exports = async (token: string, columns: string) => {
    await get(`events/${one.event.id}/export-event-participants?format=csv&columns=${columns}`, token)
    const { after } = await db
      .selectFrom('audit_log')
      .where('action', '=', 'event.participants_exported')
      .where('entity_id', '=', one.event.id)
      .orderBy('id', 'desc')
      .select('after')
      .executeTakeFirstOrThrow()
    return (after as { health: boolean }).health
  }
  const { token } = await producer(one)
  expect(await exports(organizer.token, 'id,answers')).toBe(true)
  expect(await exports(organizer.token, 'id')).toBe(false)
  expect(await exports(token, 'id,answers')).toBe(false)
})

test('a look is audited once for each person, registration and day', async () => {
  const one = await registered()
  const { panel } = pathsOf(one)
  const permitted = await producer(one, 'view-health-answers')
  await get(panel, permitted.token)
  await get(panel, permitted.token)
  expect(await looksAt(one.id)).toEqual([permitted.id])
  await get(panel, organizer.token)
  await get(panel, (await producer(one)).token)
  expect(await looksAt(one.id)).toEqual([permitted.id, organizer.id])
  app.deps.clock.advance(86_400_000)
  const now = app.deps.clock.now()
  await db
    .updateTable('sessions')
    .set({ created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 86_400_000) })
    .execute()
  await get(panel, organizer.token)
  expect(await looksAt(one.id)).toEqual([permitted.id, organizer.id, organizer.id])
  app.deps.clock.set(new Date())
})

test('they are deleted on the day that the runner is shown, the others later', async () => {
  const one = await registered()
  const deletedOn = addDays(eventOn, 31)
  const shown = (await app.call('GET', `/events/slug/${one.event.slug}`)).json().data.questionnaires
  expect(shown.map(({ delete_on }: { delete_on: string | null }) => delete_on)).toEqual([
    null,
    toBrazilianDate(deletedOn),
  ])
  const left = async () =>
    (
      await db
        .selectFrom('questionnaire_answers')
        .where('registration_id', '=', one.id)
        .select('questionnaire_id')
        .execute()
    ).length
  const counts: number[] = []
  for (const day of [addDays(deletedOn, -1), deletedOn, addDays(eventOn, 181)]) {
    app.deps.clock.set(instantIn('America/Sao_Paulo', day, '06:00'))
    for (const job of REGISTRATION_JOBS) await job.run(app.deps, {})
    counts.push(await left())
  }
  app.deps.clock.set(new Date())
  expect(counts).toEqual([2, 1, 0])
})
