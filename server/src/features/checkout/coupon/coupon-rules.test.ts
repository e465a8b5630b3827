// Orders with coupons, over HTTP: each condition, single-use codes and uses per person, also under concurrency.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createUser, nextCpf, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { companion, register, showCode, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
let app: TestApp

beforeAll(async () => {
  app = await testApp(db)
})
afterAll(() => app.close())

const FEMALE = 1
type Coupon = NonNullable<EventOptions['coupons']>[number]

const eventWith = (coupon: Partial<Coupon>, options: EventOptions = {}) =>
  createEvent(db, {
    eventOn: '2099-06-01',
    registrationEndsOn: '2099-05-01',
    ...options,
    coupons: [{ code: 'CLUBE', type: 0, value: 1000, ...coupon }],
  })

/** Orders with the coupon of the event; R$ 110,00 without it, R$ 100,00 with it. */
const order = async (event: TestEvent, user: TestUser, changes = {}, code = 'CLUBE') => {
  const answer = await register(
    app,
    event,
    user,
    submission(event, {
      discount_coupon_id: at(event.coupons, 0).id,
      discount_coupon_code: code,
      ...changes,
    }),
  )
  const { message, data, errors } = answer.json()
  return {
    status: answer.statusCode,
    message,
    errors,
    ids: data?.registrations?.map(({ id }: { id: number }) => id) ?? [],
    values: data?.registrations?.map(({ value }: { value: string }) => value),
  }
}
const refused = (sentence: string) => ({ status: 422, errors: { discount_coupon_id: [sentence] } })
const soldOut = (sentence: string) => ({ status: 409, errors: { discount_coupon_id: [sentence] } })

test('a coupon for women applies to women only, and in an order only to them', async () => {
  const event = await eventWith({ sex: FEMALE })
  const woman = await createUser(db, { sex: FEMALE })
  const man = await createUser(db, { sex: 0 })
  expect((await showCode(app, event, man, 'CLUBE')).statusCode).toBe(200)
  expect(await order(event, man)).toMatchObject(
    refused('Este cupom é para mulheres; o sexo do seu cadastro é masculino.'),
  )
  expect(await order(event, woman, { participants: [companion()] })).toMatchObject({
    status: 201,
    values: ['100.00', '110.00'],
  })
})

test('ages count on the reference day of the event', async () => {
  const event = await eventWith({ min_age: 110 }, { ageReference: 'year_end' })
  const old = await createUser(db, { birthOn: '1989-12-31' })
  const younger = await createUser(db, { birthOn: '1990-01-01' })
  expect((await order(event, old)).status).toBe(201)
  expect(await order(event, younger)).toMatchObject(
    refused('Este cupom é para quem tiver 110 anos ou mais em 31/12/2099; nessa data você terá 109.'),
  )
})

test('a coupon of a tier applies while the tier sells', async () => {
  const tiers = [
    { name: '1º lote', valueCents: 10_000, capacity: 2 },
    { name: '2º lote', valueCents: 12_000 },
  ]
  const event = await eventWith({ tier: [0, 0] }, { kits: [{ name: 'Kit', tiers }] })
  expect((await order(event, await createUser(db))).values).toEqual(['100.00'])
  expect((await order(event, await createUser(db))).values).toEqual(['100.00'])
  const late = await createUser(db)
  const sentence = 'Este cupom não vale para o lote atual do kit escolhido.'
  expect((await showCode(app, event, late, 'CLUBE')).json().errors).toEqual({ code: [sentence] })
  expect(await order(event, late)).toMatchObject(refused(sentence))
})

test('a coupon for groups counts the participants whom it fits', async () => {
  const event = await eventWith({ sex: FEMALE, minPeople: 2 })
  const woman = await createUser(db, { sex: FEMALE })
  const sentence =
    'Este cupom vale a partir de 2 participantes no mesmo pedido, e só 1 atende às condições dele.'
  expect(await order(event, woman, { participants: [companion()] })).toMatchObject(refused(sentence))
  const both = await order(event, woman, { participants: [companion({ sex: FEMALE }), companion()] })
  expect(both).toMatchObject({ status: 201, values: ['100.00', '100.00', '110.00'] })
})

test('a coupon for a list knows CPFs of participants and the verified e-mail of the buyer', async () => {
  const event = await eventWith({ forList: true })
  const couponId = at(event.coupons, 0).id
  const cpf = nextCpf()
  const listed = await createUser(db)
  const unverified = await createUser(db, { emailVerifiedAt: null })
  await db
    .insertInto('coupon_people')
    .values([
      { coupon_id: couponId, kind: 'cpf', identity: cpf },
      { coupon_id: couponId, kind: 'email', identity: listed.email },
      { coupon_id: couponId, kind: 'email', identity: unverified.email },
    ])
    .execute()
  const notListed = 'Este cupom é só para quem está na lista do organizador, e você não está nela.'
  expect(await order(event, await createUser(db))).toMatchObject(refused(notListed))
  expect(await order(event, await createUser(db), { participants: [companion({ cpf })] })).toMatchObject({
    status: 201,
    values: ['110.00', '100.00'],
  })
  expect(await order(event, listed)).toMatchObject({ status: 201, values: ['100.00'] })
  expect((await order(event, unverified)).status).not.toBe(201)
})

test('an account uses a coupon as often as allowed, also in many orders at once', async () => {
  const event = await eventWith({ maxPerPerson: 2 })
  const buyer = await createUser(db)
  const orders = await Promise.all(
    Array.from({ length: 10 }, () =>
      order(event, buyer, { without_buyer: true, participants: [companion()] }),
    ),
  )
  expect(orders.filter(({ status }) => status === 201)).toHaveLength(2)
  const sentence = 'Este cupom pode ser usado 2 vezes por pessoa.'
  for (const one of orders.filter(({ status }) => status !== 201))
    expect(one).toMatchObject(soldOut(sentence))
  expect((await showCode(app, event, buyer, 'CLUBE')).json().errors).toEqual({ code: [sentence] })
  // Each account has its own uses, and a cancelled registration gives its use back.
  expect((await order(event, await createUser(db))).status).toBe(201)
  const [used] = orders.flatMap(({ ids }) => ids)
  await sql`select release_spots(array[${used}::bigint], 'expired', now())`.execute(db)
  expect((await order(event, buyer)).status).toBe(201)
  expect(await order(event, buyer, { without_buyer: true, participants: [companion()] })).toMatchObject(
    soldOut(sentence),
  )
  expect(await brokenInvariants(db)).toEqual([])
})

test('says how many uses are left to a larger order', async () => {
  const event = await eventWith({ maxPerPerson: 2 })
  const group = { participants: [companion(), companion()] }
  expect(await order(event, await createUser(db), group)).toMatchObject(
    soldOut('Este cupom pode ser usado 2 vezes por pessoa. Restam apenas 2 usos.'),
  )
})

test('of a hundred people one gets a single-use code', { tags: 'operation' }, async () => {
  const event = await eventWith({ codes: ['CLUBE-AAAA2222', 'CLUBE-BBBB3333'] })
  const people = await Promise.all(Array.from({ length: 100 }, () => createUser(db)))
  const orders = await Promise.all(people.map((one) => order(event, one, {}, 'CLUBE-AAAA2222')))
  expect(orders.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const one of orders.filter(({ status }) => status !== 201))
    expect(one).toMatchObject(soldOut('O código "CLUBE-AAAA2222" já foi usado.'))
  const [winner] = orders.flatMap(({ ids }) => ids)
  const stored = await db
    .selectFrom('registrations as r')
    .innerJoin('coupon_codes as c', 'c.id', 'r.coupon_code_id')
    .where('r.id', '=', winner)
    .select(['c.code', 'r.price_lines'])
    .executeTakeFirstOrThrow()
  expect(stored.code).toBe('CLUBE-AAAA2222')
  expect(stored.price_lines).toContainEqual({
    kind: 'coupon',
    label: 'Cupom CLUBE-AAAA2222',
    amount_cents: -1000,
  })

  await sql`select release_spots(array[${winner}::bigint], 'expired', now())`.execute(db)
  expect((await order(event, at(people, 99), {}, 'CLUBE-AAAA2222')).status).toBe(
    orders[99]?.status === 201 ? 409 : 201,
  )
  expect(await brokenInvariants(db)).toEqual([])
})

test('a single-use code is for one participant, and its beginning is no code', async () => {
  const event = await eventWith({ codes: ['CLUBE-AAAA2222', 'CLUBE-BBBB3333'] })
  const buyer = await createUser(db)
  expect(await order(event, buyer, {}, 'CLUBE')).toMatchObject(refused('Cupom inválido.'))
  expect((await showCode(app, event, buyer, 'CLUBE')).json().message).toBe('Cupom inválido.')
  const shown = await showCode(app, event, buyer, 'clube-aaaa2222')
  expect(shown.json().data).toMatchObject({
    discountId: at(event.coupons, 0).id,
    conditions: { single_use: true },
  })
  // The account has validated the code, so the id of the coupon is enough.
  const couple = await order(event, buyer, { participants: [companion()], discount_coupon_code: null })
  expect(couple).toMatchObject({ status: 201, values: ['100.00', '110.00'] })
  const other = await createUser(db)
  expect((await showCode(app, event, other, 'CLUBE-AAAA2222')).json().errors).toEqual({
    code: ['O código "CLUBE-AAAA2222" já foi usado.'],
  })
  expect((await order(event, other, {}, 'CLUBE-BBBB3333')).status).toBe(201)
})

test('a code of another event is unknown', async () => {
  const event = await eventWith({ codes: ['CLUBE-AAAA2222'] })
  await eventWith({ codes: ['CLUBE-CCCC4444'] })
  expect((await showCode(app, event, await createUser(db), 'CLUBE-CCCC4444')).json().message).toBe(
    'Cupom inválido.',
  )
  expect(await order(event, await createUser(db), {}, 'CLUBE-CCCC4444')).toMatchObject(
    refused('Cupom inválido.'),
  )
})

test('places behind a coupon are kept until their day', async () => {
  const reserved = await eventWith({ capacity: 2, reservedUntil: '2099-01-01' }, { capacity: 3 })
  const without = { discount_coupon_id: null, discount_coupon_code: null }
  expect((await order(reserved, await createUser(db), without)).status).toBe(201)
  expect(await order(reserved, await createUser(db), without)).toMatchObject({
    status: 409,
    message: 'As vagas do evento se esgotaram.',
  })
  expect((await order(reserved, await createUser(db))).status).toBe(201)
  expect((await order(reserved, await createUser(db))).status).toBe(201)
  expect((await order(reserved, await createUser(db))).status).toBe(409)

  const released = await eventWith({ capacity: 2, reservedUntil: '2026-01-01' }, { capacity: 3 })
  for (let i = 0; i < 3; i++) expect((await order(released, await createUser(db), without)).status).toBe(201)
  expect(await brokenInvariants(db)).toEqual([])
})
