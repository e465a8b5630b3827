import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { createUser, createUsers } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { companion as additional, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([])
  await app.close()
})

const EVENT_ON = addDays(dayIn('America/Sao_Paulo', new Date()), 60)
const bornYearsBefore = (years: number, days = 0) => {
  const [year, rest] = [Number(EVENT_ON.slice(0, 4)), EVENT_ON.slice(4)]
  return addDays(`${year - years}${rest}`, days)
}
const SENIOR = { name: 'Pessoa idosa (60+)', min_age: 60 }
const PCD = {
  name: 'PCD',
  rate: 10_000,
  declaration: 'Declaro que sou pessoa com deficiência.',
  proof: 'Laudo médico',
  companion: true,
}
/** A kit of R$ 100,00 with a fee of 10 % on top. */
const race = (options: EventOptions = {}) =>
  createEvent(db, { eventOn: EVENT_ON, rights: [SENIOR, PCD], coupons: [{ code: 'DEZ' }], ...options })
type Race = Awaited<ReturnType<typeof race>>

async function order(event: Race, birthOn: string, changes: Record<string, unknown> = {}) {
  const user = await createUser(db, { birthOn })
  const answer = await register(app, event, user, submission(event, changes))
  return { status: answer.statusCode, ...answer.json() }
}
const stored = (id: number) =>
  db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const claimOf = (id: number) =>
  db.selectFrom('right_claims').where('registration_id', '=', id).selectAll().executeTakeFirst()
const claim = (event: Race, right = 1, changes = {}) => ({
  id: at(event.rights, right).id,
  version: 1,
  ...changes,
})

test.each([
  ['60', 0, '55.00'],
  ['59', 1, '110.00'],
])('a runner who is %s on the day of the race pays without a claim', async (_age, days, value) => {
  const event = await race()
  const { data } = await order(event, bornYearsBefore(60, days))
  expect(data.registrations[0].value).toBe(value)
})

test('stores the right, its amount and its line', async () => {
  const event = await race()
  const { data } = await order(event, bornYearsBefore(70))
  const { id } = data.registrations[0]
  expect(await stored(id)).toMatchObject({
    right_rule_id: at(event.rights, 0).id,
    value_cents: 10_000,
    discount_cents: 5_000,
    fee_cents: 500,
    total_cents: 5_500,
    price_lines: [
      { kind: 'kit', amount_cents: 10_000 },
      { kind: 'right', label: 'Pessoa idosa (60+)', amount_cents: -5_000 },
      { kind: 'fee', amount_cents: 500 },
    ],
  })
  expect(await claimOf(id)).toMatchObject({ status: 'granted', discount_cents: 5_000, proof_due_on: null })
})

test('a claimed right is free and waits for its proof', async () => {
  const event = await race()
  const { data } = await order(event, bornYearsBefore(30), { right: claim(event), payment_method_id: null })
  const { id } = data.registrations[0]
  expect(await stored(id)).toMatchObject({ total_cents: 0, status: 1 })
  expect(await claimOf(id)).toMatchObject({
    status: 'awaiting_proof',
    version: 1,
    proof_due_on: addDays(EVENT_ON, -7),
  })
})

test('the cheapest of the rights and the coupon counts', async () => {
  const event = await race({ coupons: [{ code: 'SETENTA', value: 7_000 }] })
  const coupon = { discount_coupon_id: at(event.coupons, 0).id, discount_coupon_code: 'SETENTA' }
  const { data } = await order(event, bornYearsBefore(70), coupon)
  // 100 − 70 + a fee of 10 on the full value, instead of 50 + 5.
  expect(data.registrations[0].value).toBe('40.00')
  expect(await stored(data.registrations[0].id)).toMatchObject({
    right_rule_id: null,
    coupon_id: coupon.discount_coupon_id,
  })
  expect(await claimOf(data.registrations[0].id)).toBeUndefined()
})

test('a coupon applies to the rest where the rule allows it', async () => {
  const event = await race({ rights: [{ ...SENIOR, stackable: true }] })
  const coupon = { discount_coupon_id: at(event.coupons, 0).id, discount_coupon_code: 'DEZ' }
  const { data } = await order(event, bornYearsBefore(70), coupon)
  expect(data.registrations[0].value).toBe('50.00')
})

test('the base may exclude the shirt', async () => {
  const event = await race({ rights: [{ ...SENIOR, base: 'service' }], kits: [{ shirtCents: 4_000 }] })
  const { data } = await order(event, bornYearsBefore(70))
  // 100 − half of 60, and 10 % of 70.
  expect(data.registrations[0].value).toBe('77.00')
})

test('a companion has the right of a holder in the same order', async () => {
  const event = await race()
  const [one, other] = [additional(), additional()]
  const companion = claim(event, 1, { companion: true })
  const free = { payment_method_id: null }
  const alone = await order(event, bornYearsBefore(30), { right: companion })
  expect([alone.status, Object.keys(alone.errors)]).toEqual([422, ['right']])
  const both = await order(event, bornYearsBefore(30), {
    ...free,
    right: claim(event),
    participants: [{ ...one, right: companion }],
  })
  expect(both.data.registrations.map(({ value }: { value: string }) => value)).toEqual(['0.00', '0.00'])
  const two = await order(event, bornYearsBefore(30), {
    right: claim(event),
    participants: [
      { ...one, right: companion },
      { ...other, right: companion },
    ],
  })
  expect(two.status).toBe(422)
})

test.each([
  ['an unknown rule', { id: 999_999 }, 'Este desconto não existe mais.'],
  ['an older text', { version: 2 }, 'O texto da declaração mudou. Leia e aceite de novo.'],
  ['a file that was not sent', { proof: 'nada.pdf' }, 'Arquivo não encontrado. Envie-o de novo.'],
])('%s is refused', async (_name, changes, sentence) => {
  const event = await race()
  const { status, errors } = await order(event, bornYearsBefore(30), { right: claim(event, 1, changes) })
  expect([status, errors]).toEqual([422, { right: [sentence] }])
})

test('a rule counts in its place and on its days', async () => {
  const today = dayIn('America/Sao_Paulo', new Date())
  const elsewhere = await race({ stateCode: 'SP', rights: [{ ...SENIOR, stateCode: 'MT' }] })
  expect((await order(elsewhere, bornYearsBefore(70))).data.registrations[0].value).toBe('110.00')
  const here = await race({ stateCode: 'MT', rights: [{ ...SENIOR, stateCode: 'MT' }] })
  expect((await order(here, bornYearsBefore(70))).data.registrations[0].value).toBe('55.00')
  const tonight = await race({ rights: [{ ...SENIOR, endsOn: today }] })
  expect((await order(tonight, bornYearsBefore(70))).data.registrations[0].value).toBe('55.00')
  const yesterday = await race({ rights: [{ ...SENIOR, endsOn: addDays(today, -1) }] })
  expect((await order(yesterday, bornYearsBefore(70))).data.registrations[0].value).toBe('110.00')
})

test('a quota of 5 raced by 500 people is given to 5, and the others may register without it', {
  tags: 'operation',
}, async () => {
  const event = await race({ rights: [{ ...PCD, capacity: 5 }] })
  const body = submission(event, { right: claim(event, 0), payment_method_id: null })
  const answers = await Promise.all(
    (await createUsers(db, 500)).map((user) => register(app, event, user, body)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect(refused).toHaveLength(495)
  expect(at(refused, 0).json().errors).toEqual({
    right: ['As vagas com o desconto "PCD" se esgotaram. Você pode continuar sem ele.'],
  })
  expect((await order(event, bornYearsBefore(30))).status).toBe(201)
})

test('the public event shows the rules with what is left of their quotas', async () => {
  const event = await race({ rights: [{ ...PCD, capacity: 5 }] })
  await order(event, bornYearsBefore(30), { right: claim(event, 0), payment_method_id: null })
  const { data } = (await app.call('GET', `/events/${event.id}`)).json()
  expect(data.right_rules).toMatchObject([
    { name: 'PCD', rate: '100.00', declaration: PCD.declaration, version: 1, quantity: 5, remaining: 4 },
  ])
})
