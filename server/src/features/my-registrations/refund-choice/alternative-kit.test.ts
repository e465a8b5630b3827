// @module-tag operation
import { afterAll, afterEach, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import type { RefundChoice } from '#contract/my-registrations/refund-choice.ts'
import { refundUnanswered } from '#server/features/payment/held-refunds/refund-unanswered.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  cancelPending,
  chargedRegistration,
  findRegistration,
  listRefunds,
  press,
  pressAndDeliver,
  reportStatus,
} from '#test/payments.ts'

// A payment that arrives after its spot was released and its kit was sold to somebody else.

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)

afterEach(async () => {
  app.deps.clock.set(now)
  expect(await brokenInvariants(db)).toEqual([])
})

/** A race with one complete kit of 110.00, and the given further kits. */
const race = (kits: NonNullable<Parameters<typeof createEvent>[1]>['kits'] = []) =>
  createEvent(db, {
    capacity: 10,
    registrationEndsOn: addDays(today, 20),
    eventOn: addDays(today, 30),
    kits: [{ name: 'Completo', valueCents: 10_000, capacity: 1 }, ...kits],
  })
const PREMIUM = { name: 'Premium', valueCents: 15_000 }

/** Pays for a spot that expired and was taken by another buyer. */
async function paidLate(event: TestEvent, size: number | null = null) {
  const buyer = await createUser(db)
  const one = await chargedRegistration(app, event, { buyer, size })
  await press(app, one.chargeId, 'pagar')
  await cancelPending(app, one.registrationId, 'expired')
  await createOrder(db, event, { size })
  await runJobsOnce(app.deps)
  return { ...one, buyer }
}

const path = (id: number) => `/participant/registrations/${id}/refund-choice`
const choiceOf = async (id: number, { token }: TestUser): Promise<RefundChoice> =>
  (await app.call('GET', path(id), { token })).json().data
const take = (id: number, { token }: TestUser, kit: { id: number }, change: object = {}) =>
  app.call('POST', path(id), {
    token,
    body: { choice: 'place', product_id: kit.id, payment_type: 0, expected_value: '165.00', ...change },
  })
/** The newest payment of a registration, with its charge. */
async function difference(registrationId: number) {
  return db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.charge_id', 'p.amount_cents', 'p.status'])
    .executeTakeFirstOrThrow()
}

test('another kit is offered at its current price; paying the difference confirms the registration', async () => {
  const event = await race([PREMIUM])
  const { registrationId, paymentId, buyer } = await paidLate(event)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, kept_cents: 11_000 })
  expect(await listRefunds(app, paymentId)).toEqual([])
  const mail = (await mailTo(app, buyer.email)).find(({ subject }) => subject.startsWith('Seu pagamento'))
  expect(mail?.text).toContain('Ainda há vagas na mesma categoria.')
  const premium = at(event.kits, 1)
  expect(await choiceOf(registrationId, buyer)).toEqual({
    kind: 'late',
    amount: '110.00',
    fee: '0.00',
    refund: '110.00',
    ends_on: expect.any(String),
    reason: null,
    donation_to: null,
    credit: null,
    choice: null,
    places: [{ product: { id: premium.id, name: 'Premium' }, sizes: [], total: '165.00' }],
    payment_types: [0, 1, 2],
  })

  expect((await take(registrationId, await createUser(db), premium)).statusCode).toBe(404)
  expect((await take(registrationId, buyer, premium, { expected_value: '160.00' })).statusCode).toBe(409)
  expect((await take(registrationId, buyer, premium, { payment_type: null })).json().errors).toEqual({
    payment_type: ['Por favor, selecione um método de pagamento.'],
  })
  expect((await take(registrationId, buyer, at(event.kits, 0))).statusCode).toBe(409)
  const taken = await take(registrationId, buyer, premium)
  expect(taken.json()).toMatchObject({ message: 'A vaga é sua. Falta pagar a diferença.' })
  expect(taken.json().data.payment_link).toContain('/pagamento/')
  expect((await take(registrationId, buyer, premium)).statusCode).toBe(409)
  expect(await findRegistration(app, registrationId)).toMatchObject({
    status: 0,
    kit_id: premium.id,
    total_cents: 16_500,
    kept_cents: 0,
  })

  const { charge_id, amount_cents } = await difference(registrationId)
  expect(amount_cents).toBe(5_500)
  await pressAndDeliver(app, charge_id ?? '', 'pagar')
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  expect(await listRefunds(app, paymentId)).toEqual([])
})

test('a runner who does not pay the difference loses the spot and gets everything back', async () => {
  const event = await race([{ ...PREMIUM, capacity: 1 }])
  const { registrationId, paymentId, buyer } = await paidLate(event)
  expect((await take(registrationId, buyer, at(event.kits, 1))).statusCode).toBe(200)
  const { id, charge_id } = await difference(registrationId)
  await reportStatus(app, id, 8)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, cancel_reason: 'expired' })
  // The difference alone, paid after that, pays for no spot.
  await press(app, charge_id ?? '', 'pagar')
  await runJobsOnce(app.deps)
  await runJobsOnce(app.deps)
  expect(await listRefunds(app, paymentId)).toMatchObject([{ amountCents: 11_000, status: 'done' }])
  expect(await listRefunds(app, id)).toMatchObject([{ amountCents: 5_500, status: 'done' }])
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2 })
})

test('everything is refunded without an answer, or when the runner asks for it', async () => {
  const event = await race([PREMIUM])
  const [silent, back] = [await paidLate(event), await paidLate(await race([PREMIUM]))]
  const answer = await app.call('POST', path(back.registrationId), {
    token: back.buyer.token,
    body: { choice: 'refund' },
  })
  expect(answer.json().message).toBe('A devolução foi pedida.')
  expect(
    (
      await app.call('POST', path(silent.registrationId), {
        token: silent.buyer.token,
        body: { choice: 'donation' },
      })
    ).statusCode,
  ).toBe(409)
  app.deps.clock.advance(8 * 86_400_000)
  await refundUnanswered(app.deps)
  await runJobsOnce(app.deps)
  for (const { paymentId } of [silent, back])
    expect(await listRefunds(app, paymentId)).toMatchObject([{ reason: 'late', amountCents: 11_000 }])
})

test('another size of the same kit costs what was paid and is confirmed immediately', async () => {
  const event = await createEvent(db, {
    kits: [
      {
        name: 'Completo',
        valueCents: 10_000,
        sizes: [
          { name: 'P', capacity: 1 },
          { name: 'M', capacity: 5 },
        ],
      },
    ],
  })
  const { registrationId, paymentId, buyer } = await paidLate(event, 0)
  const kit = at(event.kits, 0)
  // Later price changes do not affect the kit that was bought.
  await db.updateTable('kits').set({ value_cents: 20_000 }).where('id', '=', kit.id).execute()
  expect((await choiceOf(registrationId, buyer)).places).toEqual([
    {
      product: { id: kit.id, name: 'Completo' },
      sizes: [{ id: at(kit.sizes, 1).id, name: 'M' }],
      total: '110.00',
    },
  ])
  const asked = { expected_value: '110.00', payment_type: null }
  expect((await take(registrationId, buyer, kit, asked)).json().errors).toEqual({
    shirt_size_id: ['Por favor, selecione o tamanho da camisa.'],
  })
  const taken = await take(registrationId, buyer, kit, { ...asked, shirt_size_id: at(kit.sizes, 1).id })
  expect(taken.json()).toMatchObject({ message: 'A vaga é sua.', data: { payment_link: null } })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1, total_cents: 11_000 })
  expect(await listRefunds(app, paymentId)).toEqual([])
})

test('a cheaper kit leaves a refund; a kit with a difference below the minimum charge is not offered', async () => {
  const event = await race([
    { name: 'Básico', valueCents: 6_000, feeRate: 0 },
    { name: 'Quase', valueCents: 11_300, feeRate: 0 },
  ])
  const { registrationId, paymentId, buyer } = await paidLate(event)
  const [place, ...others] = (await choiceOf(registrationId, buyer)).places
  expect(others).toEqual([])
  expect(place).toMatchObject({ product: { name: 'Básico' }, total: '60.00' })
  const taken = await take(registrationId, buyer, at(event.kits, 1), {
    expected_value: '60.00',
    payment_type: null,
  })
  expect(taken.statusCode).toBe(200)
  await runJobsOnce(app.deps)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1, total_cents: 6_000 })
  expect(await listRefunds(app, paymentId)).toMatchObject([
    { reason: 'late', amountCents: 5_000, status: 'done' },
  ])
})

test('everything is refunded immediately when the category is sold out', async () => {
  const { paymentId, registrationId } = await paidLate(await race())
  expect(await listRefunds(app, paymentId)).toMatchObject([{ reason: 'late', status: 'done' }])
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, kept_cents: 0 })
})

test('of two runners who want the last spot, one gets it and the other is told that it is taken', async () => {
  const event = await createEvent(db, {
    kits: [
      { name: 'Completo', valueCents: 10_000, capacity: 2 },
      { ...PREMIUM, capacity: 1 },
    ],
  })
  const late = []
  for (let i = 0; i < 2; i++) {
    const buyer = await createUser(db)
    const one = await chargedRegistration(app, event, { buyer })
    await press(app, one.chargeId, 'pagar')
    await cancelPending(app, one.registrationId, 'expired')
    late.push({ ...one, buyer })
  }
  await createOrder(db, event, { additional: 1 })
  await runJobsOnce(app.deps)
  const answers = await Promise.all(
    late.map(({ registrationId, buyer }) => take(registrationId, buyer, at(event.kits, 1))),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('a kit that excludes the runner is neither offered nor given', async () => {
  const women = { ...PREMIUM, name: 'Premium Feminino', sex: 1 }
  const event = await race([{ ...PREMIUM, sex: 0 }, women])
  const { registrationId, buyer } = await paidLate(event)
  expect((await choiceOf(registrationId, buyer)).places.map(({ product }) => product.name)).toEqual([
    'Premium Feminino',
  ])
  expect((await take(registrationId, buyer, at(event.kits, 1))).statusCode).toBe(409)
  expect((await take(registrationId, buyer, at(event.kits, 2))).statusCode).toBe(200)
})
