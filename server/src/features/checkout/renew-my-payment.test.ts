// @module-tag operation
import { afterAll, afterEach, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { GatewayRefusal } from '#server/features/payment/gateways/gateway.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { chargedRegistration, findPayment, heldOf, PAYMENT_LINK, reportStatus } from '#test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

async function ordered(options: Parameters<typeof createOrder>[2]) {
  const order = await createOrder(db, await createEvent(db), options)
  return { id: at(order.registrations, 0).id, token: order.buyer.token }
}
type Ordered = Awaited<ReturnType<typeof ordered>>

const renew = ({ id, token }: Ordered, type = 0) =>
  app.call('POST', `/participant/registrations/${id}/payment`, { token, body: { payment_type: type } })
const details = async ({ id, token }: Ordered) =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data

test('replaces a charge refused by the gateway once by a charge that can be paid', async () => {
  const mine = await ordered({ payment: { status: PAYMENT_STATUS.failed } })
  expect(await details(mine)).toMatchObject({ status: 'Pendente', payment_choices: [0, 1, 2] })

  const answers = await Promise.all([renew(mine), renew(mine)])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const made = answers.find(({ statusCode }) => statusCode === 201)?.json()
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
  expect(made.message).toBe('Novo pagamento gerado.')
  expect(made.data.payment_link).toMatch(PAYMENT_LINK)
  expect(refused.message).toBe('Não há outro pagamento a gerar para esta inscrição.')
  expect(await details(mine)).toMatchObject({
    status: 'Pendente',
    payment_choices: [1, 2],
    payments: [
      { status: 'pendente', payment_link: made.data.payment_link },
      { status: 'cancelado', payment_link: expect.stringMatching(PAYMENT_LINK) },
    ],
  })
  const trail = await db
    .selectFrom('audit_log')
    .where('action', '=', 'registration.payment_renewed')
    .where('entity_id', '=', mine.id)
    .select('actor_user_id')
    .execute()
  expect(trail).toHaveLength(1)
})

test('a renewal refused by the gateway leaves the registration unchanged, and may be repeated', async () => {
  const mine = await ordered({ payment: { status: PAYMENT_STATUS.failed } })
  const { gateway } = app.deps
  app.deps.gateway = {
    ...gateway,
    createCharge: async () => {
      throw new GatewayRefusal('CPF recusado.')
    },
  }
  expect((await renew(mine)).statusCode).toBe(201)
  expect(await details(mine)).toMatchObject({
    status: 'Pendente',
    payment_choices: [0, 1, 2],
    payments: [{ status: 'falhou' }, { status: 'cancelado' }],
  })
  app.deps.gateway = gateway
  expect((await renew(mine)).statusCode).toBe(201)
  expect((await details(mine)).payments[0]).toMatchObject({ status: 'pendente' })
})

test('replaces an unpaid payment by one of another type, once, and cancels the old charge', async () => {
  const event = await createEvent(db)
  const buyer = await createUser(db)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, event, { buyer })
  const mine = { id: registrationId, token: buyer.token }
  expect((await renew(mine, 0)).statusCode).toBe(409)

  const answers = await Promise.all([renew(mine, 1), renew(mine, 1)])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await details(mine)).toMatchObject({
    status: 'Pendente',
    payment_choices: [0, 2],
    payments: [
      { type: 1, status: 'pendente', payment_link: expect.stringMatching(PAYMENT_LINK) },
      { type: 0, status: 'cancelado' },
    ],
  })
  expect(await heldOf(app, event)).toBe(1)
  await runJobsOnce(app.deps)
  expect((await app.deps.gateway.getCharge(chargeId)).status).toBe(PAYMENT_STATUS.cancelled)
  expect((await findPayment(app, paymentId)).status).toBe(PAYMENT_STATUS.cancelled)
})

test('a payment by the old link during the change counts, and cancels the new payment', async () => {
  const event = await createEvent(db)
  const buyer = await createUser(db)
  const { registrationId, paymentId } = await chargedRegistration(app, event, { buyer })
  const mine = { id: registrationId, token: buyer.token }
  expect((await renew(mine, 2)).statusCode).toBe(201)
  await reportStatus(app, paymentId, PAYMENT_STATUS.paid)
  await runJobsOnce(app.deps)
  expect(await details(mine)).toMatchObject({
    status: 'Confirmado',
    payment_choices: [],
    payments: [
      { type: 2, status: 'cancelado' },
      { type: 0, status: 'pago' },
    ],
  })
})

test('limits the number of payments of a registration', async () => {
  const mine = await ordered({ payment: {} })
  const codes = []
  for (const type of [1, 2, 0, 1, 2]) codes.push((await renew(mine, type)).statusCode)
  expect(codes).toEqual([201, 201, 201, 201, 409])
  expect((await details(mine)).payment_choices).toEqual([])
})

test('rejects a payment type that the event does not accept, and an unknown type', async () => {
  const event = await createEvent(db, { paymentTypes: [0, 2] })
  const order = await createOrder(db, event, { payment: {} })
  const mine = { id: at(order.registrations, 0).id, token: order.buyer.token }
  expect((await details(mine)).payment_choices).toEqual([2])
  expect((await renew(mine, 1)).statusCode).toBe(409)
  const answer = await renew(mine, 3)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ payment_type: ['Escolha uma forma de pagamento'] })
})

test.each([
  ['is past due', { payment: { status: PAYMENT_STATUS.overdue } }],
  ['is under analysis', { payment: { status: PAYMENT_STATUS.awaiting } }],
  ['is paid', { payment: { status: PAYMENT_STATUS.paid } }],
  ['is free', { payment: null }],
  ['is cancelled', { payment: { status: PAYMENT_STATUS.expired }, registrationStatus: 2 }],
] as const)('answers 409 when the payment or registration %s', async (_name, options) => {
  const mine = await ordered(options)
  expect((await renew(mine, 1)).statusCode).toBe(409)
  expect((await details(mine)).payment_choices).toEqual([])
})

test('in a nearly full race, a renewed payment holds the spot for hours, and a boleto is rejected', async () => {
  const event = await createEvent(db, { capacity: 1 })
  const order = await createOrder(db, event, { payment: { status: PAYMENT_STATUS.failed } })
  const mine = { id: at(order.registrations, 0).id, token: order.buyer.token }
  const boleto = await renew(mine, 1)
  expect([boleto.statusCode, boleto.json().message]).toEqual([
    409,
    'Restam poucas vagas, e um boleto leva dias para ser confirmado. Escolha outra forma de pagamento.',
  ])
  expect((await renew(mine)).statusCode).toBe(201)
  const [payment] = (await details(mine)).payments
  const hours = (new Date(payment.expires_at).getTime() - app.deps.clock.now().getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(1.9)
  expect(hours).toBeLessThanOrEqual(2)
})
