import { afterAll, afterEach, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { orderRequest } from '#test/factories/order-request.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  cancelPending,
  chargedRegistration,
  findPayment,
  findRegistration,
  listRefunds,
  press,
} from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'
import { takeSpots } from './queries/take-spots.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const createOwner = async () => {
  const owner = await createUser(db)
  if (!owner.cpf) throw new Error('an owner has a CPF')
  return { ...owner, cpf: owner.cpf }
}
const registrationsOf = (event: TestEvent, cpf: string) =>
  db
    .selectFrom('registrations')
    .where('event_id', '=', event.id)
    .where('cpf', '=', cpf)
    .orderBy('id')
    .select(['id', 'status', 'cancel_reason', 'responsible_user_id'])
    .execute()
const registerStranger = (event: TestEvent, stranger: TestUser, cpf: string) =>
  register(
    app,
    event,
    stranger,
    submission(event, { participants: [companion({ cpf, name: 'Nome Inventado' })] }),
  )

test('cancels another account’s unpaid registration and its payment when the owner of the CPF registers, and notifies that account', async () => {
  // With a capacity of two, the owner takes the spot that is released.
  const event = await createEvent(db, { capacity: 2 })
  const [stranger, owner] = [await createUser(db), await createOwner()]
  expect((await registerStranger(event, stranger, owner.cpf)).statusCode).toBe(201)
  await runJobsOnce(app.deps)

  const answer = await register(app, event, owner, submission(event))

  expect(answer.statusCode).toBe(201)
  expect(await registrationsOf(event, owner.cpf)).toMatchObject([
    { status: 2, cancel_reason: 'yielded', responsible_user_id: stranger.id },
    { status: 0, cancel_reason: null, responsible_user_id: owner.id },
  ])
  const mails = await mailTo(app, stranger.email)
  const [blocked] = await registrationsOf(event, owner.cpf)
  const told = mails.find(({ subject }) => subject === `Inscrição cancelada: ${event.title}`)
  expect(told?.text).toContain(`inscrição nº ${blocked?.id}`)
  for (const secret of [owner.cpf, owner.name, owner.email, 'Nome Inventado'])
    expect(told?.text).not.toContain(secret)
  const charges = await db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .innerJoin('registrations as r', 'r.id', 'i.registration_id')
    .innerJoin('sandbox.charges as c', 'c.id', 'p.charge_id')
    .where('r.event_id', '=', event.id)
    .orderBy('p.id')
    .select(['p.status', 'c.status as at_gateway'])
    .execute()
  // The stranger's own registration is unchanged.
  expect(charges).toEqual([
    { status: PAYMENT_STATUS.pending, at_gateway: 'PENDING' },
    { status: PAYMENT_STATUS.cancelled, at_gateway: 'CANCELLED' },
    { status: PAYMENT_STATUS.pending, at_gateway: 'PENDING' },
  ])
})

test.each([
  ['paid', PAYMENT_STATUS.paid],
  ['under analysis', PAYMENT_STATUS.awaiting],
  ['disputed', PAYMENT_STATUS.reversed],
])('a registration that is %s does not yield', async (_word, status) => {
  const event = await createEvent(db)
  const order = await createOrder(db, event, { payment: { status }, registrationStatus: 0 })
  const { cpf } = at(order.registrations, 0)
  const owner = await createUser(db)
  expect(await takeSpots(db, [orderRequest(event, owner.id, { people: [{ cpf }] })])).toEqual([
    { kind: 'already_registered', participant: 0 },
  ])
  // The cases above set only payment statuses; confirming the registrations satisfies the invariants again.
  await db.updateTable('registrations').set({ status: 1 }).where('event_id', '=', event.id).execute()
})

test('does not yield to an account that does not own the CPF, nor to the account that made the registration', async () => {
  const event = await createEvent(db)
  const order = await createOrder(db, event, { additional: 1 })
  const [own, other] = [at(order.registrations, 0).cpf, at(order.registrations, 1).cpf]
  const stranger = await createUser(db)
  const decisions = [
    ...(await takeSpots(db, [orderRequest(event, stranger.id, { people: [{}, { cpf: other }] })])),
    ...(await takeSpots(db, [orderRequest(event, order.buyer.id, { people: [{ cpf: own }] })])),
  ]
  expect(decisions).toEqual([
    { kind: 'registered_by_other', participant: 1 },
    { kind: 'already_registered', participant: 0 },
  ])
})

test('a payment that arrives for a yielded registration is refunded, and does not restore it', async () => {
  const event = await createEvent(db, { capacity: 2 })
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, event)
  const { cpf } = await findRegistration(app, registrationId)
  await press(app, chargeId, 'pagar')
  const owner = await createUser(db)
  expect(await takeSpots(db, [orderRequest(event, owner.id, { people: [{ cpf }] })])).toMatchObject([
    { kind: 'registered' },
  ])
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({
    status: PAYMENT_STATUS.refunded,
    late: true,
  })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, cancel_reason: 'yielded' })
  expect(await listRefunds(app, paymentId)).toMatchObject([{ reason: 'late', registrationId }])
})

test('a refused order of the owner cancels no registration', async () => {
  const event = await createEvent(db, { kits: [{ sizes: [{ name: 'P' }, { name: 'M', capacity: 0 }] }] })
  const order = await createOrder(db, event)
  const { cpf } = at(order.registrations, 0)
  const owner = await createUser(db)
  const refused = orderRequest(event, owner.id, { people: [{ cpf, size: 1 }] })
  expect(await takeSpots(db, [refused])).toMatchObject([{ kind: 'sold_out' }])
  expect(await registrationsOf(event, cpf)).toMatchObject([{ status: 0 }])
})

test('the units of a yielded registration go to the owner only', async () => {
  const event = await createEvent(db, { capacity: 1, kits: [{ sizes: [{ name: 'P', capacity: 1 }] }] })
  const order = await createOrder(db, event)
  const { cpf } = at(order.registrations, 0)
  const [owner, other] = [await createUser(db), await createUser(db)]
  const decisions = await takeSpots(db, [
    orderRequest(event, other.id),
    orderRequest(event, owner.id, { people: [{ cpf }] }),
    orderRequest(event, other.id),
  ])
  expect(decisions.map(({ kind }) => kind)).toEqual(['sold_out', 'registered', 'sold_out'])
})

test('with concurrent orders of a stranger and the owner, the owner is registered, in either order', async () => {
  const event = await createEvent(db, { capacity: 40 })
  const pairs = await Promise.all(
    Array.from({ length: 10 }, async () => ({ stranger: await createUser(db), owner: await createOwner() })),
  )
  const answers = await Promise.all(
    pairs.flatMap(({ stranger, owner }) => [
      registerStranger(event, stranger, owner.cpf),
      register(app, event, owner, submission(event)),
    ]),
  )
  // A stranger who comes second is refused; the owner never is.
  expect(new Set(answers.filter((_answer, n) => n % 2 === 1).map(({ statusCode }) => statusCode))).toEqual(
    new Set([201]),
  )
  for (const { owner } of pairs) {
    const standing = (await registrationsOf(event, owner.cpf)).filter(({ status }) => status !== 2)
    expect(standing).toMatchObject([{ responsible_user_id: owner.id }])
  }
})

test('cancelling, paying and yielding concurrently: no deadlock, one active registration, nothing oversold', {
  tags: 'operation',
}, async () => {
  const event = await createEvent(db, { capacity: 60 })
  const orders = await Promise.all(
    Array.from({ length: 15 }, () => createOrder(db, event, { additional: 1 })),
  )
  const outcomes = await Promise.all(
    orders.flatMap((order, n) => {
      const { id, cpf } = at(order.registrations, 1)
      return [
        createUser(db).then((owner) =>
          app.deps.registrationQueue.submit(orderRequest(event, owner.id, { people: [{ cpf }] })),
        ),
        n % 2 === 0 ? cancelPending(app, id) : Promise.resolve(),
      ]
    }),
  )
  expect(outcomes.filter((outcome) => outcome && outcome.kind !== 'registered')).toEqual([])
})
