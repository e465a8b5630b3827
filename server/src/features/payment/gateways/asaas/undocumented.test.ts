// @module-tag operation
// Over 250 lines: all tests share one product, whose clock the stand-in follows.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
import { runJobsOnce } from '#server/worker.ts'
import { asaasEnvironment } from '#test/asaas/gateways.ts'
import { startAsaas } from '#test/asaas/stand-in.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPaid, chargedRegistration, findPayment, listRefunds } from '#test/payments.ts'
import { closePayment } from '../../closing/close-payment.ts'
import { ensureCharge, tryCreateCharge } from '../../create-charge.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import { reconcilePage } from '../../reconciliation/reconcile-day.ts'
import { sendRefund } from '../../refunds/send-refund.ts'
import { recheckPayments } from '../../sweeps/recheck-payments.ts'
import { callQuota } from '../call-quota.ts'
import { CallsUsedUp, type ChargeRequest, GatewayUnavailable } from '../gateway.ts'
import { customerStore } from '../queries.ts'
import { asaasGateway } from './adapter.ts'
import { TIME_LIMITS } from './client.ts'

/* How Asaas may behave where its documentation says nothing, and what the product does then. */

const { db } = await testDatabase()
const asaas = await startAsaas({ clock: { now: () => app.deps.clock.now() } })
afterAll(asaas.close)
const app = await listeningApp(db, {
  env: { ...asaasEnvironment(asaas), PAYMENT_GATEWAY: 'asaas', DEMO: 'off', RATE_LIMITS: 'on' },
})
afterAll(app.close)
const { clock } = app.deps
const event = await createEvent(db)
const payer = await createUser(db)
const { gateway: ownGateway } = app.deps

const MINUTE = 60_000
const PROVIDER = { provider: 'asaas' }

beforeEach(() => {
  asaas.behave()
  app.deps.gateway = ownGateway
})

const newGateway = (change: { limits?: typeof TIME_LIMITS; calls?: number } = {}) =>
  asaasGateway({
    apiUrl: asaas.url,
    apiKey: asaas.apiKey,
    webhookTokens: [asaas.webhookToken],
    clock,
    quota: callQuota({ db, clock }, randomUUID(), change.calls ?? 100_000),
    customers: customerStore(db, 'asaas'),
    ...(change.limits && { limits: change.limits }),
  })

const request = (change: Partial<ChargeRequest> = {}): ChargeRequest => ({
  externalReference: randomUUID(),
  type: 0,
  installments: 1,
  split: null,
  amountCents: 12_990,
  dueOn: '2099-01-01',
  expiresAt: null,
  description: 'Inscrição',
  payer: { userId: payer.id, name: 'Ana', cpf: '24971563792', email: 'ana@exemplo.com.br', phone: '' },
  ...change,
})

const callsDuring = async (run: () => Promise<unknown>): Promise<string[]> => {
  const before = asaas.calls.length
  await run()
  return asaas.calls.slice(before).map(({ call }) => call)
}

const uncharged = async (change: { type?: 0 | 1 | 2; installments?: number } = {}): Promise<number> => {
  const { type = 0, installments = 1 } = change
  const order = await createOrder(db, event, { payment: { ...PROVIDER, type } })
  const id = at(order.registrations, 0).paymentId ?? 0
  await db.updateTable('payments').set({ installments }).where('id', '=', id).execute()
  return id
}

const send = (kind: string, chargeId: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/v1/webhooks/asaas',
    headers: { 'content-type': 'application/json', 'asaas-access-token': asaas.webhookToken },
    payload: asaas.message(kind, asaas.first(chargeId).id),
  })

/** Changes a charge and delivers the message about it. */
const report = async (kind: string, chargeId: string, change: Parameters<typeof asaas.change>[1]) => {
  asaas.change(chargeId, change)
  await send(kind, chargeId)
  await runJobsOnce(app.deps)
}

/** A cancelled registration that was paid, and its refund, which is not sent yet. */
async function refundable(type: 0 | 1 | 2 = 0) {
  const one = await chargedRegistration(app, event, { payment: { ...PROVIDER, type } })
  await report('PAYMENT_RECEIVED', one.chargeId, { status: 'RECEIVED' })
  await cancelPaid(app, one.registrationId)
  const [refund] = await listRefunds(app, one.paymentId)
  return { ...one, refundId: refund?.id ?? 0 }
}

const payableAt = async (paymentId: number) => {
  const { external_reference } = await findPayment(app, paymentId)
  return asaas
    .list()
    .filter((one) => one.externalReference === external_reference && !one.deleted)
    .map(({ id }) => id)
}

describe.each(['lost', 'unsent'] as const)('an answer that is %s', (trouble) => {
  test('leaves one charge', async () => {
    const paymentId = await uncharged()
    asaas.trouble('POST /payments', trouble)
    expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
    await ensureCharge(app.deps, paymentId)
    expect(await payableAt(paymentId)).toEqual([(await findPayment(app, paymentId)).charge_id])
  })

  test('leaves one refund', async () => {
    const { refundId, chargeId, paymentId } = await refundable()
    asaas.trouble('POST /payments/:id/refund', trouble)
    await expect(sendRefund(app.deps, refundId)).rejects.toThrow()
    clock.advance(10 * MINUTE + 1)
    await sendRefund(app.deps, refundId)
    expect(await ownGateway.listRefunds(chargeId)).toMatchObject([{ amountCents: 11_000, status: 'done' }])
    await send('PAYMENT_REFUNDED', chargeId)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'done' }])
  })
})

describe('lists that are behind', () => {
  test('a charge that is listed late is created twice, and one of them is cancelled', async () => {
    asaas.behave({ listDelayMs: 5 * MINUTE })
    const paymentId = await uncharged()
    asaas.trouble('POST /payments', 'lost')
    expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
    await ensureCharge(app.deps, paymentId)
    expect(await payableAt(paymentId)).toHaveLength(2)
    clock.advance(31 * MINUTE)
    await recheckPayments(app.deps)
    expect(await payableAt(paymentId)).toEqual([(await findPayment(app, paymentId)).charge_id])
  })

  test('a refund that is listed after nine minutes is sent once', async () => {
    const { refundId, chargeId, paymentId } = await refundable()
    asaas.behave({ listDelayMs: 9 * MINUTE })
    asaas.trouble('POST /payments/:id/refund', 'lost')
    const calls = await callsDuring(async () => {
      await expect(sendRefund(app.deps, refundId)).rejects.toThrow()
      for (let minutes = 0; minutes < 12; minutes++) {
        clock.advance(MINUTE)
        await sendRefund(app.deps, refundId)
      }
    })
    expect(calls.filter((call) => call === 'POST /payments/:id/refund')).toHaveLength(1)
    expect(await ownGateway.listRefunds(chargeId)).toHaveLength(1)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'done' }])
  })
})

describe('lists of refunds', () => {
  const refunded = async () => {
    const gateway = newGateway()
    const { id: chargeId } = await gateway.createCharge(request({ amountCents: 50_000 }))
    asaas.change(chargeId, { status: 'RECEIVED' })
    const reference = randomUUID()
    await gateway.refund({ chargeId, reference, amountCents: 5_000, description: 'Devolução · '.repeat(30) })
    return { gateway, chargeId, reference }
  }

  test('our reference is found behind more refunds than Asaas lists by itself', async () => {
    const { gateway, chargeId, reference } = await refunded()
    for (let i = 0; i < 12; i++) asaas.refundByHand(chargeId, 1)
    const listed = await gateway.listRefunds(chargeId)
    expect(listed).toHaveLength(13)
    expect(listed.filter((one) => one.reference === reference)).toHaveLength(1)
  })

  test('a list with a second page is an error, because a missing refund would be sent again', async () => {
    const { gateway, chargeId } = await refunded()
    for (let i = 0; i < 100; i++) asaas.refundByHand(chargeId, 1)
    await expect(gateway.listRefunds(chargeId)).rejects.toThrow('only a part of the refunds')
  })

  test('our reference survives a description that is cut off', async () => {
    asaas.behave({ refundDescriptionLength: 40 })
    const { gateway, chargeId, reference } = await refunded()
    expect(await gateway.listRefunds(chargeId)).toMatchObject([{ reference, amountCents: 5_000 }])
  })
})

test('after the calls of a window are used up, no process calls until it ends', async () => {
  asaas.behave({ limit: { calls: 3, windowMs: 30 * MINUTE } })
  const provider = randomUUID()
  const process = () =>
    asaasGateway({
      apiUrl: asaas.url,
      apiKey: asaas.apiKey,
      webhookTokens: [],
      clock,
      quota: callQuota({ db, clock }, provider, 100_000),
      customers: customerStore(db, provider),
    })
  const first = process()
  for (let i = 0; i < 3; i++) await first.findCharges('x')
  await expect(first.findCharges('x')).rejects.toBeInstanceOf(CallsUsedUp)
  const calls = () =>
    callsDuring(() =>
      process()
        .findCharges('x')
        .catch(() => null),
    )
  expect(await calls()).toEqual([])
  clock.advance(29 * MINUTE)
  expect(await calls()).toEqual([])
  clock.advance(MINUTE)
  expect(await calls()).toEqual(['GET /payments'])
})

describe('what a person has to do', () => {
  const tasks = () => db.selectFrom('gateway_tasks').selectAll().executeTakeFirstOrThrow()

  test('a rejected API key is exchanged', async () => {
    clock.set(new Date())
    expect((await tasks()).key_rejected_at).toBeNull()
    asaas.trouble('GET /payments', { status: 401, body: { errors: [{ code: 'invalid_access_token' }] } })
    await expect(newGateway().findCharges('x')).rejects.toBeInstanceOf(GatewayUnavailable)
    expect((await tasks()).key_rejected_at).not.toBeNull()
  })

  test('payments without messages mean that messages are paused', async () => {
    const { payments_without_message: before } = await tasks()
    const one = await chargedRegistration(app, event, { payment: PROVIDER })
    asaas.change(one.chargeId, { status: 'RECEIVED' })
    clock.advance(31 * MINUTE)
    await recheckPayments(app.deps)
    expect((await findPayment(app, one.paymentId)).status).toBe(2)
    expect((await tasks()).payments_without_message).toBe((before ?? 0) + 1)
    // The message was only late.
    await send('PAYMENT_RECEIVED', one.chargeId)
    expect((await tasks()).payments_without_message).toBe(before)
  })

  test('a refund is authorized at the gateway', async () => {
    asaas.behave({ refundsNeedAuthorization: true })
    const { refundId, paymentId, chargeId } = await refundable()
    await sendRefund(app.deps, refundId)
    await send('PAYMENT_REFUND_IN_PROGRESS', chargeId)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([
      { status: 'needs_person', failure_reason: expect.stringContaining('autorização') },
    ])
    expect((await tasks()).refunds_to_authorize).toBe(1)
    asaas.finishRefund(chargeId, true)
    await send('PAYMENT_REFUNDED', chargeId)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'done' }])
    expect((await tasks()).refunds_to_authorize).toBe(0)
  })

  test('the balance is raised for refunds', async () => {
    const { refundId } = await refundable()
    asaas.setBalance(50)
    await sendRefund(app.deps, refundId)
    expect((await tasks()).missing_balance_cents).toBe(11_000)
    asaas.setBalance(null)
    clock.advance(25 * 60 * MINUTE)
    await sendRefund(app.deps, refundId)
    expect((await tasks()).missing_balance_cents).toBe(0)
  })
})

test('a charge of the account that lacks a page to pay does not hide ours on its day', async () => {
  const { chargeId, paymentId } = await chargedRegistration(app, event, { payment: PROVIDER })
  asaas.add({ isHosted: false, status: 'RECEIVED', value: 50 })
  asaas.change(chargeId, { status: 'RECEIVED' })
  const day = dayIn(BANK_ZONE, clock.now())
  while (!(await reconcilePage(app.deps, { provider: 'asaas', day })));
  expect((await findPayment(app, paymentId)).status).toBe(2)
})

test('after a dispute that ended as DONE and was won, a refund is a refund', async () => {
  const { chargeId, paymentId, registrationId } = await chargedRegistration(app, event, {
    payment: { ...PROVIDER, type: 2 },
  })
  const dispute = (status: string) => ({ id: 'cbk_1', status, reason: 'FRAUD' })
  await report('PAYMENT_CONFIRMED', chargeId, { status: 'CONFIRMED' })
  await report('PAYMENT_CHARGEBACK_REQUESTED', chargeId, {
    status: 'CHARGEBACK_REQUESTED',
    chargeback: dispute('REQUESTED'),
  })
  expect((await findPayment(app, paymentId)).status).toBe(10)
  await report('PAYMENT_RECEIVED', chargeId, { status: 'RECEIVED', chargeback: dispute('DONE') })
  expect((await findPayment(app, paymentId)).status).toBe(2)
  await cancelPaid(app, registrationId)
  await runJobsOnce(app.deps)
  await report('PAYMENT_REFUNDED', chargeId, { status: 'REFUNDED' })
  expect((await findPayment(app, paymentId)).status).toBe(5)
})

test('a card that is refunded only once leaves the second part to a person, without repeating it', async () => {
  asaas.behave({ refundsCardsInParts: false })
  const buyer = await createUser(db)
  const { registrations } = await createOrder(db, event, { buyer, additional: 1, payment: PROVIDER })
  const ids = registrations.map(({ id }) => id)
  await app.call('POST', '/participant/payments', {
    token: buyer.token,
    body: { registration_ids: ids, payment_type: 2 },
  })
  await runJobsOnce(app.deps)
  const { id: paymentId, charge_id } = await db
    .selectFrom('payments')
    .where('payer_user_id', '=', buyer.id)
    .where('status', '=', 0)
    .select(['id', 'charge_id'])
    .executeTakeFirstOrThrow()
  await report('PAYMENT_CONFIRMED', charge_id ?? '', { status: 'CONFIRMED' })
  for (const id of ids) {
    await cancelPaid(app, id)
    await runJobsOnce(app.deps)
  }
  expect((await listRefunds(app, paymentId)).map(({ status }) => status).sort()).toEqual([
    'needs_person',
    'sent',
  ])
  clock.advance(25 * 60 * MINUTE)
  expect(await callsDuring(() => recheckPayments(app.deps))).not.toContain('POST /payments/:id/refund')
})

describe('the refund of a boleto whose answer was lost', () => {
  test('without a link it becomes a task, if nothing is on its way', async () => {
    const { paymentId, refundId, chargeId } = await refundable(1)
    asaas.trouble('POST /payments/:id/bankSlip/refund', { status: 200, body: {} })
    await sendRefund(app.deps, refundId)
    expect(await ownGateway.listRefunds(chargeId)).toEqual([])
    expect(await listRefunds(app, paymentId)).toMatchObject([
      { status: 'needs_person', failure_reason: expect.stringContaining('painel do Asaas') },
    ])
  })

  const repeated = async (repeatedBoletoRefund: 'link' | 'no_link' | 'refusal') => {
    const one = await refundable(1)
    asaas.behave({ repeatedBoletoRefund })
    asaas.trouble('POST /payments/:id/bankSlip/refund', 'lost')
    await expect(sendRefund(app.deps, one.refundId)).rejects.toThrow()
    clock.advance(10 * MINUTE + 1)
    await sendRefund(app.deps, one.refundId)
    return one
  }

  test('waits for the payer when Asaas repeats its link', async () => {
    const { paymentId } = await repeated('link')
    expect(await listRefunds(app, paymentId)).toMatchObject([
      { status: 'sent', request_url: expect.stringContaining('/estorno/') },
    ])
  })

  test.each(['no_link', 'refusal'] as const)(
    'waits without a link when Asaas answers with %s, is not repeated, and ends with its message',
    async (answer) => {
      const { paymentId, chargeId } = await repeated(answer)
      expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'sent', request_url: null }])
      clock.advance(25 * 60 * MINUTE)
      expect(await callsDuring(() => recheckPayments(app.deps))).not.toContain(
        'POST /payments/:id/bankSlip/refund',
      )
      asaas.finishRefund(chargeId, true)
      await send('PAYMENT_REFUNDED', chargeId)
      await runJobsOnce(app.deps)
      expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'done' }])
    },
  )
})

describe('slow installment plans', () => {
  const installmentsOf = (chargeId: string) => asaas.list().filter((one) => one.installment === chargeId)

  test('a plan whose creation timed out is adopted once all its installments exist', async () => {
    const paymentId = await uncharged({ type: 2, installments: 4 })
    asaas.behave({ planStepMs: 150 })
    app.deps.gateway = newGateway({ limits: { ...TIME_LIMITS, creation: 250 } })
    await expect(ensureCharge(app.deps, paymentId)).rejects.toBeInstanceOf(GatewayUnavailable)
    await expect(ensureCharge(app.deps, paymentId)).rejects.toThrow('all installments')
    expect((await findPayment(app, paymentId)).charge_id).toBeNull()
    await expect.poll(() => payableAt(paymentId)).toHaveLength(4)
    await ensureCharge(app.deps, paymentId)
    const { charge_id } = await findPayment(app, paymentId)
    expect((await ownGateway.getCharge(charge_id ?? '')).installments).toHaveLength(4)
    expect(await payableAt(paymentId)).toHaveLength(4)
  })

  test('a plan whose deletion timed out half way is deleted in the end', async () => {
    const paymentId = await uncharged({ type: 2, installments: 4 })
    await ensureCharge(app.deps, paymentId)
    const { charge_id } = await findPayment(app, paymentId)
    asaas.behave({ planStepMs: 150 })
    app.deps.gateway = newGateway({ limits: { ...TIME_LIMITS, planDeletion: 250 } })
    await expect(closePayment(app.deps, paymentId)).rejects.toBeInstanceOf(GatewayUnavailable)
    expect(await payableAt(paymentId)).not.toEqual([])
    expect(await closePayment(app.deps, paymentId)).toBe('closed')
    expect(await payableAt(paymentId)).toEqual([])
    expect((await ownGateway.getCharge(charge_id ?? '')).status).toBe(6)
  })

  test('a plan with a paid installment is not deleted', async () => {
    const gateway = newGateway()
    const { id } = await gateway.createCharge(request({ type: 2, amountCents: 10_000, installments: 3 }))
    asaas.changeInstallment(id, 1, { status: 'CONFIRMED' })
    expect(await gateway.cancelCharge(id)).toBe(false)
    expect(installmentsOf(id).every(({ deleted }) => !deleted)).toBe(true)
  })
})

test('all invariants hold afterwards', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})
