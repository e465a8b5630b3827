import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createUser, nextCpf } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPending, findPayment, findRegistration, press } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

// Price tiers (docs/algorithms/pricing.md), through the API.

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const TODAY = dayIn('America/Sao_Paulo', new Date())

/** Three tiers of R$ 100, 120 and 150 without a fee; the first is for `first` registrations. */
const tieredEvent = (first: number, second = 1_000) =>
  createEvent(db, {
    kits: [
      {
        name: 'Kit',
        feeRate: 0,
        tiers: [
          { name: '1º lote', valueCents: 10_000, capacity: first },
          { name: '2º lote', valueCents: 12_000, capacity: second },
          { name: '3º lote', valueCents: 15_000 },
        ],
      },
    ],
  })

const order = async (event: TestEvent, changes = {}) => {
  const answer = await register(app, event, await createUser(db), submission(event, changes))
  return { status: answer.statusCode, ...answer.json() }
}
const valuesOf = ({ data }: Awaited<ReturnType<typeof order>>) =>
  data.registrations.map(({ value }: { value: string }) => value)

const productOf = async (event: TestEvent) =>
  (await app.call('GET', `/events/${event.id}`)).json().data.products[0]

const countRegistrations = async (event: TestEvent) =>
  (await db.selectFrom('registrations').where('event_id', '=', event.id).select('id').execute()).length

test('sells the next tier after the last unit of the current one, which never opens again', async () => {
  const event = await tieredEvent(2)
  expect(await productOf(event)).toMatchObject({
    value: '100.00',
    tier: { name: '1º lote', value: '100.00', ends_on: null, remaining: 2 },
    next_tier: { name: '2º lote', value: '120.00' },
  })
  const orders = [await order(event), await order(event), await order(event)]
  expect(orders.map(valuesOf)).toEqual([['100.00'], ['100.00'], ['120.00']])
  expect(await productOf(event)).toMatchObject({
    value: '120.00',
    tier: { name: '2º lote', remaining: 999 },
    next_tier: { name: '3º lote', value: '150.00' },
  })

  const registrationId = orders[0]?.data.registrations[0].id
  await sql`select release_spots(array[${registrationId}::bigint], 'expired', now())`.execute(db)
  expect(valuesOf(await order(event))).toEqual(['120.00'])
  const lines = await db
    .selectFrom('registrations')
    .where('event_id', '=', event.id)
    .orderBy('id')
    .select(['price_lines', 'tier_id'])
    .execute()
  const [first, second] = at(event.kits, 0).tiers
  expect(lines.map(({ tier_id }) => tier_id)).toEqual([first?.id, first?.id, second?.id, second?.id])
  expect(lines[0]?.price_lines).toEqual([{ kind: 'tier', label: 'Kit · 1º lote', amount_cents: 10_000 }])
})

test('gives the units of a tier to the first people of an order, and the next tier to the others', async () => {
  const event = await tieredEvent(2, 1)
  const participants = [companion(), companion(), companion()]
  expect(valuesOf(await order(event, { participants }))).toEqual(['100.00', '100.00', '120.00', '150.00'])
})

describe('an order that says what its runner saw', () => {
  test('is refused when the tier has ended, and writes nothing', async () => {
    const event = await tieredEvent(1)
    await order(event)
    const refused = await order(event, { expected_value: '100.00' })
    expect(refused).toMatchObject({
      status: 409,
      code: 'offer_changed',
      data: { expected: '100.00', current: '120.00' },
    })
    expect(await countRegistrations(event)).toBe(1)
    expect(valuesOf(await order(event, { expected_value: '120.00' }))).toEqual(['120.00'])
  })

  test('is refused when the tier has too few units for its people', async () => {
    const event = await tieredEvent(1)
    const refused = await order(event, { expected_value: '200.00', participants: [companion()] })
    expect(refused).toMatchObject({ status: 409, data: { expected: '200.00', current: '220.00' } })
    expect(await countRegistrations(event)).toBe(0)
    const taken = await order(event, { expected_value: '220.00', participants: [companion()] })
    expect(valuesOf(taken)).toEqual(['100.00', '120.00'])
  })
})

test('a tier ends after its last day in the time zone of the event', async () => {
  const tiers = (endsOn: string) => [
    { name: '1º lote', valueCents: 10_000, endsOn },
    { name: '2º lote', valueCents: 12_000 },
  ]
  const lastDay = await createEvent(db, { kits: [{ feeRate: 0, tiers: tiers(TODAY) }] })
  expect(await productOf(lastDay)).toMatchObject({ value: '100.00' })
  expect(valuesOf(await order(lastDay))).toEqual(['100.00'])
  const over = await createEvent(db, { kits: [{ feeRate: 0, tiers: tiers(addDays(TODAY, -1)) }] })
  expect(await productOf(over)).toMatchObject({ value: '120.00', next_tier: null })
  expect(valuesOf(await order(over))).toEqual(['120.00'])
})

test('sixty concurrent orders for the last ten units: ten at the old price, all others at the next', async () => {
  const event = await tieredEvent(10)
  const orders = await Promise.all(
    Array.from({ length: 60 }, async () => valuesOf(await order(event, { participants: [] }))),
  )
  const values = orders.flat()
  expect(values.filter((value) => value === '100.00')).toHaveLength(10)
  expect(values.filter((value) => value === '120.00')).toHaveLength(50)
})

test('the owner of a CPF who takes over an unpaid registration does not open a closed tier', async () => {
  const event = await tieredEvent(1)
  const cpf = nextCpf()
  const first = await order(event, { without_buyer: true, participants: [companion({ cpf })] })
  expect(valuesOf(first)).toEqual(['100.00'])
  const owner = await createUser(db, { cpf })
  const answer = await register(app, event, owner, submission(event))
  expect(valuesOf({ status: answer.statusCode, ...answer.json() })).toEqual(['120.00'])
})

test('a late payment restores the price that was paid, and takes no unit of the tier', async () => {
  const event = await tieredEvent(1)
  const placed = await order(event)
  const { id, payment_id: paymentId } = placed.data.registrations[0]
  await tryCreateCharge(app.deps, paymentId)
  const { charge_id: chargeId } = await findPayment(app, paymentId)
  await press(app, chargeId ?? '', 'pagar')
  await cancelPending(app, id)
  await runJobsOnce(app.deps)
  expect(await findRegistration(app, id)).toMatchObject({
    status: 1,
    total_cents: 10_000,
    tier_id: at(event.kits, 0).tiers[0]?.id,
  })
  expect(valuesOf(await order(event))).toEqual(['120.00'])
})
