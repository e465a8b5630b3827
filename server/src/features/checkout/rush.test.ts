// @module-tag operation
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createUsers, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Answer, type Call, type Processes, startProcesses } from '#test/processes.ts'
import { companion, submission } from '#test/wizard.ts'

const { db, url } = await testDatabase()
let processes: Processes
beforeAll(async () => {
  processes = await startProcesses(url, 3)
}, 120_000)
afterAll(() => processes.stop())

const callOf = (event: TestEvent, user: TestUser, changes: object = {}): Call => ({
  path: `/events/${event.id}/register-participant`,
  token: user.token,
  key: randomUUID(),
  body: submission(event, { ...changes }),
})

const levelsOf = (event: TestEvent) =>
  db
    .selectFrom('stock_levels')
    .where('event_id', '=', event.id)
    .select(['id', 'kind', 'capacity', 'held'])
    .execute()

const idsOf = ({ body }: Answer) =>
  (body.data as { registrations: { id: number }[] } | undefined)?.registrations.map(({ id }) => id)

function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = `${status} ${body.message ?? ''}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('of 2,000 concurrent registrations for 100 spots, exactly 100 are accepted and the others are refused with the reason', async () => {
  const event = await createEvent(db, { capacity: 100 })
  const calls = (await createUsers(db, 2_000)).map((user) => callOf(event, user))

  const answers = await processes.call(calls)

  expect(tally(answers)).toEqual({
    '201 Participante registrado com sucesso!': 100,
    '409 As vagas do evento se esgotaram.': 1_900,
  })
  expect((await levelsOf(event)).find(({ id }) => id === event.levelId)?.held).toBe(100)
  const cpfs = await db.selectFrom('registrations').where('event_id', '=', event.id).select('cpf').execute()
  expect(new Set(cpfs.map(({ cpf }) => cpf)).size).toBe(100)
  expect(await brokenInvariants(db)).toEqual([])

  // Repeats all keys through any process: accepted orders get the same answer, and no other is accepted.
  const winners = calls.filter((_call, n) => answers[n]?.status === 201)
  const losers = calls.filter((_call, n) => answers[n]?.status === 409).slice(0, 101)
  const again = await processes.call([...losers, ...winners])
  expect(again.slice(0, losers.length).every(({ status }) => status === 409)).toBe(true)
  expect(again.slice(losers.length).map(idsOf)).toEqual(
    answers.filter(({ status }) => status === 201).map(idsOf),
  )
  expect(await brokenInvariants(db)).toEqual([])
}, 60_000)

test('limits of all six kinds, orders of several people and repeated requests: no drift, no false refusal', async () => {
  const event = await createEvent(db, {
    capacity: 360,
    modalities: [
      { name: '5 km', capacity: 30 },
      { name: '10 km', categories: [{ name: 'Limitada', capacity: 30 }, { name: 'Aberta' }] },
    ],
    kits: [
      { name: 'Livre' },
      { name: 'Raro', capacity: 30 },
      { name: 'Camisa', sizes: [{ name: 'P', capacity: 30 }] },
    ],
    coupons: [{ code: 'DEZ', capacity: 30 }],
  })
  const attempt = (user: TestUser, category: number, kit: number, changes: object = {}): Call =>
    callOf(event, user, {
      modality_id: at(event.categories, category).modalityId,
      category_id: at(event.categories, category).id,
      product_id: at(event.kits, kit).id,
      shirt_size_id: at(event.kits, kit).sizes[0]?.id,
      ...changes,
    })
  const coupon = { discount_coupon_id: at(event.coupons, 0).id, discount_coupon_code: 'DEZ' }
  const people = await createUsers(db, 640)
  const next = (count: number) => people.splice(0, count)
  const attempts = [
    // A second click sends the same key, a second browser window another one.
    ...next(20)
      .map((user) => attempt(user, 2, 0, { participants: [companion()] }))
      .flatMap((call) => [call, call]),
    ...next(20).flatMap((user) => [attempt(user, 2, 0), attempt(user, 2, 0)]),
    // Twice as many orders as fit for each limit except the event's, and then more than fit the event.
    ...next(60).map((user) => attempt(user, 0, 0)),
    ...next(60).map((user) => attempt(user, 1, 0)),
    ...next(60).map((user) => attempt(user, 2, 1)),
    ...next(60).map((user) => attempt(user, 2, 2)),
    ...next(60).map((user) => attempt(user, 2, 0, coupon)),
    ...next(300).map((user) => attempt(user, 2, 0)),
  ]

  const answers = await processes.call(attempts)

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(tally(answers)).toMatchObject({
    '201 Participantes registrados com sucesso!': 40,
    '201 Participante registrado com sucesso!': 20 + 5 * 30 + 150,
  })
  // The event fills before any other level, so the counts of refusals depend on the order of arrival.
  expect(new Set(Object.keys(tally(answers)).filter((name) => name.startsWith('409')))).toEqual(
    new Set([
      '409 Conflito: Participante já registrado nesse evento.',
      '409 As vagas da modalidade "5 km" se esgotaram.',
      '409 As vagas da categoria "Limitada" se esgotaram.',
      '409 O kit "Raro" se esgotou.',
      '409 O tamanho P do kit "Camisa" se esgotou.',
      '409 O cupom "DEZ" se esgotou.',
      '409 As vagas do evento se esgotaram.',
    ]),
  )
  // Nothing is released in this test, so a level that was sold out must still be sold out.
  const levels = await levelsOf(event)
  const full = new Set(levels.filter(({ capacity, held }) => held === capacity).map(({ id }) => id))
  expect(full.size).toBe(6)
  expect(await brokenInvariants(db)).toEqual([])
}, 60_000)
