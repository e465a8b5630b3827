import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNCONDITIONAL } from '#contract/pricing/coupon-rule.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { register, submission } from '#test/wizard.ts'
import { deleteValidatedCodes } from './queries.ts'
import { validCodesSince } from './validated-coupons.ts'

const { db } = await testDatabase()
let app: TestApp
let user: TestUser
let event: TestEvent

beforeAll(async () => {
  app = await testApp(db)
  user = await createUser(db)
  event = await createEvent(db, {
    kits: [{ valueCents: 10_000 }, { valueCents: 0, feeRate: 0 }, { valueCents: 3_000, feeRate: 0 }],
    coupons: [
      { code: 'DEZ', type: 0, value: 1000 },
      { code: 'VINTE', type: 1, value: 2000, kit: 0 },
      { code: 'VELHO', endsOn: '2026-01-01' },
      { code: 'FUTURO', startsOn: '2099-01-01' },
      { code: 'PARADO', status: 0 },
      { code: 'CHEIO', capacity: 0 },
      { code: 'QUASE', type: 1, value: 2_900 },
      { code: 'TUDO', type: 0, value: 10_000 },
    ],
  })
})
afterAll(() => app.close())

const validate = (code: string, kit = 0, changes = {}) =>
  app.call('POST', '/participant/validate-coupon', {
    token: user.token,
    body: { code, event_id: event.id, product_id: at(event.kits, kit).id, ...changes },
  })

test.each([
  ['DEZ', 0, { discountType: 0, discountValue: '10.00' }],
  [' dez ', 0, { discountType: 0, discountValue: '10.00' }],
  ['VINTE', 0, { discountType: 1, discountValue: '20.00' }],
  ['TUDO', 2, { discountType: 0, discountValue: '100.00' }],
])('%s applies to kit %i', async (code, kit, discount) => {
  const answer = await validate(code, kit)
  expect(answer.statusCode).toBe(200)
  const id = event.coupons.find((coupon) => coupon.code === code.trim().toUpperCase())?.id
  expect(answer.json()).toMatchObject({
    message: 'Cupom aplicado com sucesso!',
    success: true,
    discountId: id,
    ...discount,
    data: { success: true, discountId: id, ...discount },
  })
})

test('answers whom the coupon is for', async () => {
  const answer = await validate('DEZ')
  expect(answer.json().data.conditions).toEqual(UNCONDITIONAL)
})

test.each([
  ['NADA', 0, 'Cupom inválido.'],
  ['PARADO', 0, 'Cupom inválido.'],
  ['VELHO', 0, 'Este cupom expirou.'],
  ['FUTURO', 0, 'Este cupom ainda não está valendo.'],
  ['CHEIO', 0, 'Este cupom se esgotou.'],
  ['VINTE', 2, 'Este cupom não vale para o kit escolhido.'],
  ['DEZ', 1, 'Este kit é gratuito: não é preciso cupom.'],
  ['QUASE', 2, 'Com este cupom o valor total ficaria abaixo de R$ 5,00, o mínimo para pagamento.'],
])('%s is refused for kit %i: %s', async (code, kit, message) => {
  const answer = await validate(code, kit)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ message, errors: { code: [message] } })
})

test('treats a coupon or kit of another event as unknown', async () => {
  const other = await createEvent(db, { coupons: [{ code: 'OUTRO' }] })
  expect((await validate('OUTRO')).json().message).toBe('Cupom inválido.')
  const kit = await validate('DEZ', 0, { product_id: at(other.kits, 0).id })
  expect(kit.json().errors).toEqual({ product_id: ['Selecione um kit antes de aplicar o cupom.'] })
})

test('reports an empty code and a missing kit', async () => {
  const answer = await validate(' ', 0, { product_id: undefined })
  expect(answer.json().errors).toEqual({
    code: ['Por favor, insira um código de cupom.'],
    product_id: ['Selecione um kit antes de aplicar o cupom.'],
  })
})

test('limits wrong codes per account and event over all routes, and does not count correct ones', async () => {
  const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
  const guesser = await createUser(db)
  const validateAs = (code: string, race = event) =>
    limited.call('POST', '/participant/validate-coupon', {
      token: guesser.token,
      body: { code, event_id: race.id, product_id: at(race.kits, 0).id },
    })
  const order = (coupon: object) =>
    register(limited, event, guesser, submission(event, { payment_method_id: null, ...coupon }))
  const dez = at(event.coupons, 0).id
  for (let i = 0; i < 40; i++) expect((await validateAs(i % 2 ? 'DEZ' : 'VELHO')).statusCode).not.toBe(429)
  for (let i = 0; i < 15; i++) expect((await validateAs('CHUTE')).statusCode).toBe(422)
  const unvalidated = at(event.coupons, 1).id
  for (let i = 0; i < 15; i++)
    expect(
      (await order({ discount_coupon_id: unvalidated, discount_coupon_code: `CHUTE${i}` })).statusCode,
    ).toBe(422)
  for (const refused of [
    await validateAs('CHUTE'),
    await validateAs('VINTE'),
    await order({ discount_coupon_id: unvalidated }),
    await order({ discount_coupon_id: unvalidated, discount_coupon_code: 'VINTE' }),
    await order({ discount_coupon_id: 999_999 }),
  ]) {
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'Muitos códigos de cupom incorretos. Aguarde um pouco e tente de novo, ou siga sem o cupom.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  // A code validated before can still be used, and another event has its own limit.
  const known = await order({ discount_coupon_id: dez })
  expect(known.json().errors).toEqual({ payment_method_id: ['Escolha uma forma de pagamento'] })
  const elsewhere = await createEvent(db, { coupons: [{ code: 'OUTRA' }] })
  expect((await validateAs('CHUTE', elsewhere)).statusCode).toBe(422)
  await limited.close()
})

test('concurrent guesses are limited like consecutive ones', async () => {
  const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
  const guesser = await createUser(db)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      limited.call('POST', '/participant/validate-coupon', {
        token: guesser.token,
        body: { code: 'CHUTE', event_id: event.id, product_id: at(event.kits, 0).id },
      }),
    ),
  )
  await limited.close()
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(30)
})

test('deletes validated codes after a day', async () => {
  await validate('DEZ')
  await deleteValidatedCodes(db, validCodesSince(app.deps.clock.now()))
  const rows = () => db.selectFrom('validated_coupons').where('user_id', '=', user.id).selectAll().execute()
  expect(await rows()).not.toEqual([])
  await deleteValidatedCodes(db, validCodesSince(new Date(app.deps.clock.now().getTime() + 25 * 3_600_000)))
  expect(await rows()).toEqual([])
})
