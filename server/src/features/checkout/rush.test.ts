import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { at, createEvent, type TestEvent } from '../../../test/factories/event.ts'
import { createUsers, type TestUser } from '../../../test/factories/user.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { type Answer, type Call, type Processes, startProcesses } from '../../../test/processes.ts'
import { companion, submission } from '../../../test/wizard.ts'

const { db, url } = await testDatabase()
let processes: Processes
beforeAll(async () => {
  processes = await startProcesses(url, 3)
})
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

test('2,000 registrations at once for 100 places: exactly 100 get in, everybody else is told why', async () => {
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

  // The same keys again, through whatever process: those who got in get the same answer, nobody else gets in.
  const winners = calls.filter((_call, n) => answers[n]?.status === 201)
  const losers = calls.filter((_call, n) => answers[n]?.status === 409).slice(0, 101)
  const again = await processes.call([...losers, ...winners])
  expect(again.slice(0, losers.length).every(({ status }) => status === 409)).toBe(true)
  expect(again.slice(losers.length).map(idsOf)).toEqual(
    answers.filter(({ status }) => status === 201).map(idsOf),
  )
  expect(await brokenInvariants(db)).toEqual([])
}, 60_000)

test('limits of all six kinds, families and impatient people: no drift, no false refusal', async () => {
  const event = await createEvent(db, {
    capacity: 200,
    modalities: [
      { name: '5 km', capacity: 70, categories: [{ name: 'A', capacity: 30 }, { name: 'B' }] },
      { name: '10 km', categories: [{ name: 'C' }, { name: 'D' }] },
    ],
    kits: [
      { name: 'Kit 1', capacity: 70, sizes: [{ name: 'P', capacity: 25 }, { name: 'M' }] },
      { name: 'Kit 2', sizes: [{ name: 'P', capacity: 60 }, { name: 'M' }] },
    ],
    coupons: [{ code: 'DEZ', capacity: 40 }],
  })
  const attempts = (await createUsers(db, 600)).flatMap((user, n) => {
    const category = at(event.categories, n % 4)
    const kit = at(event.kits, n % 2)
    const size = at(kit.sizes, Math.floor(n / 4) % 2)
    const coupon = n % 3 === 0 ? at(event.coupons, 0) : null
    const call = callOf(event, user, {
      modality_id: category.modalityId,
      category_id: category.id,
      product_id: kit.id,
      shirt_size_id: size.id,
      discount_coupon_id: coupon?.id,
      participants: n % 10 === 0 ? [companion()] : [],
    })
    const needs = [
      event,
      { levelId: category.modalityLevelId },
      category,
      kit,
      size,
      ...(coupon ? [coupon] : []),
    ]
    const attempt = { call, levelIds: needs.map(({ levelId }) => levelId) }
    // Some press the button twice, some open a second window.
    if (n % 7 === 0) return [attempt, attempt]
    return n % 11 === 0 ? [attempt, { ...attempt, call: { ...call, key: randomUUID() } }] : [attempt]
  })

  const answers = await processes.call(attempts.map(({ call }) => call))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const full = new Set(
    (await levelsOf(event)).filter(({ capacity, held }) => held === capacity).map(({ id }) => id),
  )
  const refusals = answers.flatMap(({ status, body }, n) => {
    const [field = ''] = Object.keys(body.errors ?? {})
    return status === 409
      ? [{ field: field.split('.').at(-1), message: body.message, attempt: attempts[n] }]
      : []
  })
  expect(new Set(refusals.map(({ field }) => field))).toEqual(
    new Set([
      'event_id',
      'modality_id',
      'category_id',
      'product_id',
      'shirt_size_id',
      'discount_coupon_id',
      'cpf',
    ]),
  )
  // Nothing is given back here: what was sold out then is sold out now.
  for (const { field, message, attempt } of refusals)
    if (field !== 'cpf' && message?.endsWith('esgotaram.'))
      expect(
        attempt?.levelIds.some((id) => full.has(id)),
        message,
      ).toBe(true)
  expect(await brokenInvariants(db)).toEqual([])
}, 60_000)
