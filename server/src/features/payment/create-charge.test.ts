import { afterAll, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { listeningApp } from '#test/listening-app.ts'
import { callsThatWait } from '#test/locks.ts'
import { strayCharge } from '#test/payments.ts'
import { createChargeJob, tryCreateCharge } from './create-charge.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const event = await createEvent(db)

async function pendingPayment(options: Parameters<typeof createOrder>[2] = {}) {
  const order = await createOrder(db, event, options)
  return at(order.registrations, 0).paymentId ?? 0
}

const payment = (id: number) =>
  db.selectFrom('payments').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const chargesOf = async (paymentId: number) =>
  db
    .selectFrom('sandbox.charges')
    .where('external_reference', '=', (await payment(paymentId)).external_reference)
    .selectAll()
    .execute()

/** Makes the gateway unreachable until the returned function is called. */
function cutOffGateway(): () => void {
  const { port } = app.deps.config
  app.deps.config.port = 9
  return () => {
    app.deps.config.port = port
  }
}

test('creates a charge and stores its link, due date and ledger row', async () => {
  const id = await pendingPayment()
  const link = await tryCreateCharge(app.deps, id)
  const [charge] = await chargesOf(id)
  expect(link).toBe(`${app.deps.config.publicUrl}/sandbox/pagar/${charge?.id}`)
  expect(await payment(id)).toMatchObject({ charge_id: charge?.id, hosted_link: link, status: 0 })
  expect(charge).toMatchObject({
    amount_cents: 11_000,
    method: 'PIX',
    payer_cpf_hint: expect.stringMatching(/^\d{6}$/),
  })
  const kinds = await db.selectFrom('payment_events').where('payment_id', '=', id).select('kind').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['created', 'charge_created'])
})

test('a repeated call returns the stored link', async () => {
  const id = await pendingPayment()
  const link = await tryCreateCharge(app.deps, id)
  expect(await tryCreateCharge(app.deps, id)).toBe(link)
  expect(await chargesOf(id)).toHaveLength(1)
})

test('twenty concurrent calls create one charge', async () => {
  const id = await pendingPayment()
  const links = await Promise.all(Array.from({ length: 20 }, () => tryCreateCharge(app.deps, id)))
  expect(await chargesOf(id)).toHaveLength(1)
  const made = await payment(id)
  expect(links.filter(Boolean)).toEqual(links.filter(Boolean).map(() => made.hosted_link))
  expect(links).toContain(made.hosted_link)
})

test('a charge created by a process that died before storing it is found, not created again', async () => {
  const id = await pendingPayment()
  await db.updateTable('payments').set({ charge_attempts: 1 }).where('id', '=', id).execute()
  const orphan = await strayCharge(app, id)
  expect(await tryCreateCharge(app.deps, id)).toBe(orphan.paymentLink)
  expect(await chargesOf(id)).toHaveLength(1)
})

test('the claim of a dead process expires', async () => {
  const id = await pendingPayment()
  const inAMinute = new Date(Date.now() + 60_000)
  await db.updateTable('payments').set({ charge_claimed_until: inAMinute }).where('id', '=', id).execute()
  expect(await tryCreateCharge(app.deps, id)).toBeNull()
  // The job throws until then, so that it is retried.
  await expect(createChargeJob.run(app.deps, { paymentId: id })).rejects.toThrow(
    'the gateway has not created the charge yet',
  )
  app.deps.clock.advance(61_000)
  expect(await tryCreateCharge(app.deps, id)).not.toBeNull()
})

test('with the gateway unavailable the registration stays valid and the job creates the charge later', async () => {
  const bringBack = cutOffGateway()
  const id = await pendingPayment()
  expect(await tryCreateCharge(app.deps, id)).toBeNull()
  await expect(createChargeJob.run(app.deps, { paymentId: id })).rejects.toThrow()
  expect(await payment(id)).toMatchObject({ status: 0, charge_id: null })
  const registration = await db
    .selectFrom('payment_items')
    .innerJoin('registrations', 'registrations.id', 'registration_id')
    .where('payment_id', '=', id)
    .select('status')
    .executeTakeFirst()
  expect(registration?.status).toBe(0)

  bringBack()
  await createChargeJob.run(app.deps, { paymentId: id })
  expect((await payment(id)).hosted_link).toContain('/sandbox/pagar/')
})

test('a permanent refusal fails the payment with its reason and is not retried', async () => {
  const id = await pendingPayment({ payment: { amountCents: 499 } })
  expect(await tryCreateCharge(app.deps, id)).toBeNull()
  expect(await payment(id)).toMatchObject({
    status: 7,
    failure_reason: 'O valor da cobrança não pode ser menor que R$ 5,00.',
  })
  await createChargeJob.run(app.deps, { paymentId: id })
  expect(await chargesOf(id)).toHaveLength(0)
})

test('the charge of a payment cancelled concurrently is cancelled', async () => {
  const id = await pendingPayment()
  const { gateway } = app.deps
  app.deps.gateway = {
    ...gateway,
    async createCharge(request) {
      const charge = await gateway.createCharge(request)
      await db.updateTable('payments').set({ status: 6 }).where('id', '=', id).execute()
      return charge
    },
  }
  expect(await tryCreateCharge(app.deps, id)).toBeNull()
  app.deps.gateway = gateway
  await runJobsOnce(app.deps)
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['CANCELLED'])
  expect(await payment(id)).toMatchObject({ status: 6 })
})

test('a charge whose payment another transaction is changing is stored after it', async () => {
  const id = await pendingPayment()
  const { gateway } = app.deps
  const changing = await db.startTransaction().execute()
  app.deps.gateway = {
    ...gateway,
    async createCharge(request) {
      const charge = await gateway.createCharge(request)
      await changing.updateTable('payments').set({ tells_link: true }).where('id', '=', id).execute()
      return charge
    },
  }
  const storing = tryCreateCharge(app.deps, id)
  await callsThatWait(db, 1)
  expect((await payment(id)).charge_id).toBeNull()
  await changing.commit().execute()
  const link = await storing
  app.deps.gateway = gateway
  const [charge] = await chargesOf(id)
  expect(link).toContain(`/sandbox/pagar/${charge?.id}`)
  expect(await payment(id)).toMatchObject({ status: 0, charge_id: charge?.id, hosted_link: link })
  const kinds = await db.selectFrom('payment_events').where('payment_id', '=', id).select('kind').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['created', 'charge_created'])
})

test('charges stored by one statement are each stored for their own payment', async () => {
  const ids: number[] = []
  for (let i = 0; i < 6; i++) ids.push(await pendingPayment())
  const [ended = 0, ...others] = ids
  const { gateway } = app.deps
  const allCreated = Promise.withResolvers<void>()
  let created = 0
  app.deps.gateway = {
    ...gateway,
    async createCharge(request) {
      const charge = await gateway.createCharge(request)
      if (++created === ids.length) {
        await db.updateTable('payments').set({ status: 6 }).where('id', '=', ended).execute()
        allCreated.resolve()
      }
      await allCreated.promise
      return charge
    },
  }
  const links = await Promise.all(ids.map((id) => tryCreateCharge(app.deps, id)))
  app.deps.gateway = gateway
  await runJobsOnce(app.deps)
  const charges = await Promise.all(ids.map(chargesOf))
  expect(charges.map((list) => list.map(({ status }) => status))).toEqual([
    ['CANCELLED'],
    ...others.map(() => ['PENDING']),
  ])
  for (const [i, id] of ids.entries()) {
    expect(await payment(id)).toMatchObject({ charge_id: charges[i]?.[0]?.id, hosted_link: links[i] })
    const kinds = await db.selectFrom('payment_events').where('payment_id', '=', id).select('kind').execute()
    expect(kinds.slice(0, 2).map(({ kind }) => kind)).toEqual(['created', 'charge_created'])
  }
})

test('of two charges of one payment the one that was stored second is cancelled', async () => {
  const id = await pendingPayment()
  const { gateway } = app.deps
  let stored = ''
  app.deps.gateway = {
    ...gateway,
    async createCharge(request) {
      const charge = await gateway.createCharge(request)
      app.deps.gateway = gateway
      // The claim expired: another process also created a charge, and stored it first.
      stored = (await strayCharge(app, id)).id
      await db.updateTable('payments').set({ charge_id: stored }).where('id', '=', id).execute()
      return charge
    },
  }
  await tryCreateCharge(app.deps, id)
  await runJobsOnce(app.deps)
  const charges = await chargesOf(id)
  expect(charges).toHaveLength(2)
  for (const { id: chargeId, status } of charges)
    expect(status).toBe(chargeId === stored ? 'PENDING' : 'CANCELLED')
  expect(await payment(id)).toMatchObject({ status: 0, charge_id: stored })
})

test('a link created late restarts the time to pay', async () => {
  const id = await pendingPayment({ payment: { dueOn: '2020-01-01' } })
  await tryCreateCharge(app.deps, id)
  const { due_on } = await payment(id)
  expect(due_on && due_on > '2026').toBe(true)
})

test('a link created late restarts a hold of several hours', async () => {
  const createdAt = new Date(Date.now() - 30 * 3_600_000)
  const expiresAt = new Date(createdAt.getTime() + 2 * 3_600_000)
  const id = await pendingPayment({ createdAt, payment: { expiresAt } })
  const now = app.deps.clock.now().getTime()
  await tryCreateCharge(app.deps, id)
  const [charge] = await chargesOf(id)
  const { expires_at: renewed } = await payment(id)
  expect(renewed).toEqual(charge?.expires_at)
  expect(Math.abs((renewed?.getTime() ?? 0) - now - 2 * 3_600_000)).toBeLessThan(60_000)
})
