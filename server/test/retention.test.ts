import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { loadConfig } from '#server/config.ts'
import { runJobsOnce } from '#server/worker.ts'
import { type TestApp, testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { answerWithFile, proofOf } from './factories/answer-file.ts'
import { at, createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createUser } from './factories/user.ts'

const { db } = await testDatabase()
const asToday = await testApp(db)
afterAll(() => asToday.close())

const JOBS = [
  'forget-access',
  'forget-answers',
  'forget-gateway-messages',
  'remove-unused-files',
  'remove-old-mail',
]
const DAY_MS = 86_400_000

/** Creates every kind of data of one registration. The race is tomorrow. */
async function fill({ deps }: TestApp): Promise<void> {
  const event = await createEvent(db, { eventOn: addDays(dayIn('UTC', new Date()), 1), rights: [{}] })
  const { registrations } = await createOrder(db, event)
  const registrationId = registrations[0]?.id ?? 0
  await answerWithFile(deps, { registrationId, event })
  const right = { right_rule_id: at(event.rights, 0).id, status: 'rejected', review_reason: 'Laudo vencido.' }
  await db
    .insertInto('right_claims')
    .values({
      registration_id: registrationId,
      version: 1,
      discount_cents: 0,
      created_at: new Date(),
      ...right,
    })
    .execute()
  await proofOf(deps, registrationId, right.right_rule_id)
  const { id } = await createUser(db)
  await db
    .insertInto('known_devices')
    .values({ user_id: id, token_hash: Buffer.alloc(32, id), last_used_at: new Date() })
    .execute()
  await db
    .insertInto('gateway_messages')
    .values({
      provider: 'sandbox',
      external_id: randomUUID(),
      payload: JSON.stringify({ notice: { kind: 'CHARGE_RECEIVED' }, body: 'Marina' }),
      received_at: new Date(),
      handled_at: new Date(),
      outcome: 'applied',
    })
    .execute()
  await deps.mailer.send({ to: 'marina@exemplo.test', subject: 'Olá', html: '', text: '' })
}

async function kept({ deps }: TestApp) {
  const { rows } = await sql`select
    (select count(*)::int from questionnaire_answers) as answers,
    (select count(*)::int from right_claims where proof_path is not null or review_reason is not null) as proofs,
    (select count(*)::int from gateway_messages where payload ? 'body') as texts,
    (select count(*)::int from gateway_messages where payload ? 'notice') as messages,
    (select count(*)::int from known_devices) as devices,
    (select count(*)::int from sessions) as sessions`.execute(db)
  const names = async (folder: string) =>
    (await readdir(join(deps.config.dataDir, folder)).catch(() => [])).length
  return { ...(rows[0] as object), files: await names('files/answers'), mails: await names('mail') }
}

async function runAfter(app: TestApp, days: number): Promise<void> {
  app.deps.clock.set(new Date(Date.now() + days * DAY_MS))
  for (const job of JOBS) {
    await sql`select graphile_worker.add_job(${job}, '{}')`.execute(db)
    await runJobsOnce(app.deps)
  }
  app.deps.clock.set(new Date())
}

test('by default answers, proofs and bodies are deleted after half a year, then sessions, and devices after a year; mails stay', async () => {
  await fill(asToday)
  const all = await kept(asToday)
  expect(all).toMatchObject({ answers: 1, proofs: 1, texts: 1, devices: 1, files: 2, mails: 1 })
  await runAfter(asToday, 179)
  expect(await kept(asToday)).toEqual(all)
  await runAfter(asToday, 182)
  const later = { ...all, answers: 0, proofs: 0, files: 0, texts: 0 }
  expect(await kept(asToday)).toEqual(later)
  await runAfter(asToday, 800)
  expect(await kept(asToday)).toEqual({ ...later, devices: 0, sessions: 0 })
  await db.deleteFrom('gateway_messages').execute()
})

test('each kind of data is deleted after its own number of days', async () => {
  const app = await testApp(db, {
    env: {
      RETENTION_ANSWERS_DAYS: '30',
      RETENTION_GATEWAY_MESSAGES_DAYS: '60',
      RETENTION_MAIL_DAYS: '10',
      RETENTION_DEVICES_DAYS: '90',
    },
  })
  await fill(app)
  const all = await kept(app)
  await runAfter(app, 9)
  expect(await kept(app)).toEqual(all)
  await runAfter(app, 11)
  expect(await kept(app)).toEqual({ ...all, mails: 0 })
  await runAfter(app, 33)
  expect(await kept(app)).toEqual({ ...all, mails: 0, answers: 0, proofs: 0, files: 0 })
  await runAfter(app, 61)
  expect(await kept(app)).toEqual({ ...all, mails: 0, answers: 0, proofs: 0, files: 0, texts: 0 })
  await runAfter(app, 91)
  expect(await kept(app)).toEqual({ ...all, mails: 0, answers: 0, proofs: 0, files: 0, texts: 0, devices: 0 })
  await app.close()
})

test('a retention period that the law or the gateway forbids prevents the start', () => {
  expect(() => loadConfig({ DEMO: 'on', RETENTION_ACCESS_DAYS: '30' })).toThrow(
    'RETENTION_ACCESS_DAYS precisa ser um número de dias de 183 a 36500.',
  )
})
