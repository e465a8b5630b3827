import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createUser, createUsers, type TestUser } from '#test/factories/user.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db, { env: { RATE_LIMITS: 'on' } })
afterAll(app.close)
const FREE = { kits: [{ valueCents: 0, feeRate: 0 }] }
const TOO_MANY = 'Muitas inscrições em pouco tempo. Aguarde alguns minutos e tente de novo.'
const companions = (count: number) => Array.from({ length: count }, () => companion())

test('accepts sixty orders per account and hour, then responds with 429 and Retry-After', {
  tags: 'operation',
}, async () => {
  const user = await createUser(db)
  const event = await createEvent(db, FREE)
  const order = () => register(app, event, user, submission(event), randomUUID())
  const answers = []
  for (let n = 0; n < 61; n++) answers.push(await order())
  // The first order registers the buyer; the others are refused because the buyer is already registered.
  expect(answers.slice(0, 60).map(({ statusCode }) => statusCode)).toEqual([201, ...Array(59).fill(409)])
  const last = answers[60]
  expect([last?.statusCode, last?.json().message]).toEqual([429, TOO_MANY])
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(3_500)
})

test('does not count orders that fail validation', async () => {
  const user = await createUser(db)
  const event = await createEvent(db, FREE)
  for (let n = 0; n < 61; n++)
    expect((await register(app, event, user, submission(event, { category_id: 999_999 }))).statusCode).toBe(
      422,
    )
  expect((await register(app, event, user, submission(event))).statusCode).toBe(201)
})

test('limits additional participants to 300 per address, hour and event over all accounts, and does not count buyers', {
  tags: 'operation',
  timeout: 30_000,
}, async () => {
  const event = await createEvent(db, { ...FREE, maxUnpaidPerAccount: 200 })
  const with20 = (user: TestUser, to = event) =>
    register(app, to, user, submission(to, { participants: companions(20) }))
  const statuses = []
  for (const user of await createUsers(db, 16)) statuses.push((await with20(user)).statusCode)
  expect(statuses).toEqual([...Array(15).fill(201), 429])

  // Many runners share one address, as behind a mobile carrier on opening day.
  const runners = await createUsers(db, 50)
  const alone = await Promise.all(runners.map((user) => register(app, event, user, submission(event))))
  expect(new Set(alone.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  const elsewhere = await createEvent(db, { ...FREE, maxUnpaidPerAccount: 200 })
  expect((await with20(await createUser(db), elsewhere)).statusCode).toBe(201)
})

test('the refusal of too many unpaid spots names the limit, the waiting registrations and the two remedies', async () => {
  const event = await createEvent(db, { maxUnpaidPerAccount: 2 })
  const user = await createUser(db)
  const three = await register(app, event, user, submission(event, { participants: companions(2) }))
  expect([three.statusCode, three.json().exception]).toEqual([
    409,
    'Neste evento, cada conta pode ter até 2 inscrições à espera de pagamento. Inscreva menos pessoas por vez, ou peça ao organizador um limite maior.',
  ])
  expect((await register(app, event, user, submission(event))).statusCode).toBe(201)
  await db.updateTable('users').set({ cpf: '52998224725' }).where('id', '=', user.id).execute()
  const more = await register(app, event, user, submission(event, { participants: companions(1) }))
  expect(more.json().exception).toBe(
    'Neste evento, cada conta pode ter até 2 inscrições à espera de pagamento, e na sua 1 espera. Pague ou cancele o que espera em Meus Eventos, ou peça ao organizador um limite maior.',
  )
})

test('the refusal of too many free registrations says so, and free registrations do not limit paid orders', async () => {
  const event = await createEvent(db, {
    maxUnpaidPerAccount: 2,
    kits: [{ valueCents: 0, feeRate: 0 }, { valueCents: 9_000 }],
  })
  const user = await createUser(db)
  const free = (count: number) =>
    register(app, event, user, submission(event, { participants: companions(count), without_buyer: true }))
  expect((await free(3)).json().exception).toBe(
    'Neste evento, cada conta pode ter até 2 inscrições gratuitas ou à espera de pagamento. Inscreva menos pessoas por vez, ou peça ao organizador um limite maior.',
  )
  expect((await free(2)).statusCode).toBe(201)
  expect((await free(1)).json().exception).toBe(
    'Neste evento, cada conta pode ter até 2 inscrições gratuitas ou à espera de pagamento, e a sua já tem 2. Cancele as que não vão ser usadas em Meus Eventos, ou peça ao organizador um limite maior.',
  )
  const kit = at(event.kits, 1)
  const paid = submission(event, { product_id: kit.id, shirt_size_id: null })
  expect((await register(app, event, user, paid)).statusCode).toBe(201)
})

test('rejects a boleto for one of the last spots, at its field', async () => {
  const event = await createEvent(db, { capacity: 1, paymentTypes: [0, 1] })
  const boleto = event.paymentMethods.find(({ type }) => type === 1)
  const answer = await register(
    app,
    event,
    await createUser(db),
    submission(event, { payment_method_id: boleto?.id }),
  )
  expect(answer.statusCode).toBe(409)
  expect(Object.keys(answer.json().errors)).toEqual(['payment_method_id'])
  const pix = await register(app, event, await createUser(db), submission(event))
  const { held_until } = pix.json().data.registrations[0]
  expect(new Date(held_until).getTime()).toBeGreaterThan(app.deps.clock.now().getTime())
})
