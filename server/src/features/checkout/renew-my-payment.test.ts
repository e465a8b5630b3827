import { afterAll, afterEach, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import { testDatabase } from '../../../test/database.ts'
import { at, createEvent } from '../../../test/factories/event.ts'
import { createOrder } from '../../../test/factories/order.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { GatewayRefusal } from '../payment/gateways/gateway.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

async function ordered(options: Parameters<typeof createOrder>[2]) {
  const order = await createOrder(db, await createEvent(db), options)
  return { id: at(order.registrations, 0).id, token: order.buyer.token }
}
type Ordered = Awaited<ReturnType<typeof ordered>>

const renew = ({ id, token }: Ordered) =>
  app.call('POST', `/participant/registrations/${id}/payment`, { token })
const details = async ({ id, token }: Ordered) =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data

test('a charge that the gateway refused is replaced by one that can be paid, once', async () => {
  const mine = await ordered({ payment: { status: PAYMENT_STATUS.failed } })
  expect(await details(mine)).toMatchObject({ status: 'Pendente', can_renew_payment: true })

  const answers = await Promise.all([renew(mine), renew(mine)])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const made = answers.find(({ statusCode }) => statusCode === 201)?.json()
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
  expect(made.message).toBe('Novo pagamento gerado.')
  expect(made.data.payment_link).toContain('/sandbox/pagar/')
  expect(refused.message).toBe('Não há outro pagamento a gerar para esta inscrição.')
  expect(await details(mine)).toMatchObject({
    status: 'Pendente',
    can_renew_payment: false,
    payments: [
      { status: 'pendente', payment_link: made.data.payment_link },
      { status: 'cancelado', payment_link: null },
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

test('what the gateway refuses again stands as it did, and may be renewed again', async () => {
  const mine = await ordered({ payment: { status: PAYMENT_STATUS.failed } })
  const { gateway } = app.deps
  app.deps.gateway = {
    ...gateway,
    createCharge: async () => {
      throw new GatewayRefusal('CPF recusado.')
    },
  }
  expect((await renew(mine)).json().data.payment_link).toBeNull()
  expect(await details(mine)).toMatchObject({
    status: 'Pendente',
    can_renew_payment: true,
    payments: [{ status: 'falhou' }, { status: 'cancelado' }],
  })
  app.deps.gateway = gateway
  expect((await renew(mine)).json().data.payment_link).toContain('/sandbox/pagar/')
})

test.each([
  ['waits for its payer', { payment: { status: PAYMENT_STATUS.pending } }],
  ['is paid', { payment: { status: PAYMENT_STATUS.paid } }],
  ['is free', { payment: null }],
  ['is cancelled', { payment: { status: PAYMENT_STATUS.expired }, registrationStatus: 2 }],
] as const)('one that %s gets none', async (_name, options) => {
  const mine = await ordered(options)
  expect((await renew(mine)).statusCode).toBe(409)
  expect((await details(mine)).can_renew_payment).toBe(false)
})
