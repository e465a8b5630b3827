import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { ERRORS } from '#contract/errors.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { findPayment } from '#test/payments.ts'
import { register, submission } from '#test/wizard.ts'

// A boleto that would be cleared after the race: server/src/features/event/domain/boleto.ts.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const TODAY = dayIn('America/Sao_Paulo', new Date())
const LATE = ERRORS.boleto_too_late[1]
const race = (days: number, paymentTypes: (0 | 1 | 2)[] = [0, 1, 2]) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    registrationEndsOn: addDays(TODAY, days),
    eventOn: addDays(TODAY, days),
    paymentTypes,
  })
type Race = Awaited<ReturnType<typeof race>>
const methodOf = ({ paymentMethods }: Race, type: number) =>
  paymentMethods.find((method) => method.type === type)?.id
const typesOf = async ({ slug }: Race) =>
  (await app.call('GET', `/events/slug/${slug}`))
    .json()
    .data.payment_methods.map((one: { type: number }) => one.type)
const order = async (event: Race, type: number) =>
  register(app, event, await createUser(db), submission(event, { payment_method_id: methodOf(event, type) }))

test('is neither offered nor accepted in the wizard; Pix is', async () => {
  const event = await race(5)
  expect(await typesOf(event)).toEqual([0, 2])
  const refused = await order(event, 1)
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { payment_method_id: [LATE] }])
  expect((await order(event, 0)).statusCode).toBe(201)
})

test('is offered in time, and where the event accepts nothing else', async () => {
  for (const event of [await race(30), await race(5, [1])]) {
    expect(await typesOf(event)).toContain(1)
    expect((await order(event, 1)).statusCode).toBe(201)
  }
})

test('cannot replace another payment, by its link or from the list of registrations', async () => {
  const event = await race(5)
  const buyer = await createUser(db)
  const { registrations } = await createOrder(db, event, { buyer, payment: { type: 0 } })
  const { id, paymentId } = at(registrations, 0)
  await tryCreateCharge(app.deps, paymentId ?? 0)
  const { token } = await findPayment(app, paymentId ?? 0)
  expect((await app.call('GET', `/payments/${token}`)).json().data.other_types).toEqual([2])
  const mine = await app.call('GET', `/participant/registrations/${id}`, { token: buyer.token })
  expect(mine.json().data.payment_choices).toEqual([2])
  const byLink = await app.call('POST', `/payments/${token}/method`, { body: { payment_type: 1 } })
  expect([byLink.statusCode, byLink.json().message]).toEqual([409, LATE])
  const renewed = await app.call('POST', `/participant/registrations/${id}/payment`, {
    token: buyer.token,
    body: { payment_type: 1 },
  })
  expect([renewed.statusCode, renewed.json().message]).toEqual([409, LATE])
})

test('is not offered to the organizer who changes how a registration is paid', async () => {
  const event = await race(5)
  const { registrations } = await createOrder(db, event, { payment: { type: 0 } })
  const path = `/organizer/events/register/${at(registrations, 0).id}`
  const { data } = (await app.call('GET', path, { token: organizer.token })).json()
  expect(data.event.payment_methods.map(({ type }: { type: number }) => type)).toEqual([0, 2])
  const answer = await app.call('PUT', path, {
    token: organizer.token,
    body: {
      category_id: data.category.id,
      products: [{ id: at(event.kits, 0).id, shirt_size_id: at(at(event.kits, 0).sizes, 0).id }],
      payment_method_id: methodOf(event, 1),
    },
  })
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { payment_method_id: [LATE] }])
})
