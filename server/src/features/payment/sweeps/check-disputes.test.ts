import { afterAll, describe, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { asaasEnvironment, testedAsaas, testedSandbox } from '#test/asaas/gateways.ts'
import { startAsaas } from '#test/asaas/stand-in.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { chargedRegistration, findPayment, findRegistration, listLedger } from '#test/payments.ts'
import { checkDisputes } from './check-disputes.ts'

const { db } = await testDatabase()
const asaas = await startAsaas()
afterAll(asaas.close)
const app = await listeningApp(db, { env: asaasEnvironment(asaas) })
afterAll(app.close)
const event = await createEvent(db)

describe.each([
  ['the sandbox', testedSandbox(app)],
  ['the stand-in for Asaas', testedAsaas(app, asaas)],
])('%s', (_name, { provider, change, send }) => {
  const paid = async () => {
    const one = await chargedRegistration(app, event, { payment: { provider, type: 2 } })
    await change(one.chargeId, 'received')
    await send(one.chargeId, 'received')
    await runJobsOnce(app.deps)
    return one
  }
  const statusesOf = async (one: { paymentId: number; registrationId: number }) => [
    (await findPayment(app, one.paymentId)).status,
    (await findRegistration(app, one.registrationId)).status,
  ]

  test('a dispute whose messages are lost is opened and won', async () => {
    const one = await paid()
    await change(one.chargeId, 'disputed')
    await checkDisputes(app.deps)
    expect(await statusesOf(one)).toEqual([10, 1])
    await change(one.chargeId, 'received')
    await checkDisputes(app.deps)
    expect(await statusesOf(one)).toEqual([2, 1])
  })

  test('a dispute whose messages are lost is lost once', async () => {
    const one = await paid()
    await change(one.chargeId, 'disputed')
    await checkDisputes(app.deps)
    await change(one.chargeId, 'refunded')
    await checkDisputes(app.deps)
    expect(await statusesOf(one)).toEqual([10, 2])
    const before = await listLedger(app, one.paymentId)
    await checkDisputes(app.deps)
    expect(await listLedger(app, one.paymentId)).toEqual(before)
  })

  test('a dispute of a refunded payment is a task until it ends', async () => {
    const one = await paid()
    await change(one.chargeId, 'refunded')
    await send(one.chargeId, 'refunded')
    await runJobsOnce(app.deps)
    const tasks = async () =>
      (await db.selectFrom('gateway_tasks').select('refused_payments').executeTakeFirstOrThrow())
        .refused_payments
    const before = await listLedger(app, one.paymentId)
    await change(one.chargeId, 'disputed')
    for (let night = 0; night < 3; night++) await checkDisputes(app.deps)
    expect(await findPayment(app, one.paymentId)).toMatchObject({ status: 5, refused_status: 10 })
    expect(await tasks()).toBe(1)
    expect((await listLedger(app, one.paymentId)).slice(before.length)).toMatchObject([
      { from_status: 5, to_status: 10, applied: false },
    ])
    await change(one.chargeId, 'refunded')
    await checkDisputes(app.deps)
    expect(await tasks()).toBe(0)
  })
})

test('disputes are found behind a page of others', async () => {
  const one = await chargedRegistration(app, event, { payment: { provider: 'asaas' } })
  const { change } = testedAsaas(app, asaas)
  await change(one.chargeId, 'received')
  await testedAsaas(app, asaas).send(one.chargeId, 'received')
  await runJobsOnce(app.deps)
  await change(one.chargeId, 'disputed')
  for (let i = 0; i < 120; i++) asaas.add({ status: 'CHARGEBACK_REQUESTED' })
  await checkDisputes(app.deps)
  expect((await findPayment(app, one.paymentId)).status).toBe(10)
})

test('all invariants hold afterwards', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})
