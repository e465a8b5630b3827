import { sql } from 'kysely'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { movePayment } from '#server/features/payment/move-payment.ts'
import { transaction } from '#server/lib/db.ts'
import type { TestApp } from './app.ts'
import { at, createEvent, type TestEvent } from './factories/event.ts'
import { createUser, type TestOrganizer } from './factories/user.ts'
import { cancelPending } from './payments.ts'
import { seededRandom } from './seeded-random.ts'
import { companion, register, submission } from './wizard.ts'

const HOUR = 3_600_000
const PEOPLE = 24
const STEPS = 120
const HEARD = [2, 3, 1, 2, 1, 5, 10, 11, 12, 8]

/**
 * Kits with the fee added or included, a fee that needs rounding, a free kit, and a kit whose fee exceeds its
 * price.
 */
const newRace = (app: TestApp, organizer: TestOrganizer, timezone: string) =>
  createEvent(app.db, {
    organizerId: organizer.organizerId,
    timezone,
    modalities: [{ name: '5 km' }, { name: '10 km' }],
    kits: [
      { name: 'Completo', valueCents: 12_990, feeRate: 750, sizes: [{ name: 'P' }, { name: 'M' }] },
      { name: 'Básico', valueCents: 7_777, feeRate: 333, isIncrement: false },
      { name: 'Premium', valueCents: 20_001, feeType: 1, feeRate: 1_999, sizes: [{ name: 'G' }] },
      { name: 'Doação', valueCents: 0, feeType: 1, feeRate: 700 },
      { name: 'Cortesia', valueCents: 0, feeType: 1, feeRate: 99, isIncrement: false },
    ],
    coupons: [{ code: 'DEZ' }, { code: 'TUDO', value: 10_000 }, { code: 'TRINTA', type: 1, value: 3_000 }],
  })

/**
 * Creates an event and simulates random operations over some days through the product's own routes:
 * registrations with coupons and additional participants, late and duplicate payments, disputes, refunds, kit
 * changes and cancellations. Returns the event.
 */
export async function simulateRace(
  app: TestApp,
  organizer: TestOrganizer,
  { seed, timezone }: { seed: number; timezone: string },
): Promise<TestEvent> {
  const random = seededRandom(seed)
  const race = await newRace(app, organizer, timezone)
  for (let i = 0; i < PEOPLE; i++) await registerSomebody(app, race, random)
  for (let i = 0; i < STEPS; i++) {
    app.deps.clock.advance(random(2 * HOUR))
    await takeStep(app, organizer, race, random)
  }
  // Card payments in installments without interest, from which the gateway deducts a fee.
  await app.db
    .updateTable('payments')
    .set({ type: 2, installments: 3, fee_by_organizer: true, gateway_fee_cents: 399 })
    .where('event_id', '=', race.id)
    .where(sql<boolean>`id % 4 = 0`)
    .execute()
  await app.db
    .insertInto('organizer_charges')
    .values({
      organizer_id: organizer.organizerId,
      event_id: race.id,
      kind: 'setup_fee',
      amount_cents: 1_000 + random(9_000),
      created_at: app.deps.clock.now(),
    })
    .execute()
  return race
}

async function registerSomebody(app: TestApp, race: TestEvent, random: (below: number) => number) {
  const buyer = await createUser(app.db)
  const kit = at(race.kits, random(race.kits.length))
  const category = at(race.categories, random(race.categories.length))
  const coupon = race.coupons[random(5)]
  const answer = await register(
    app,
    race,
    buyer,
    submission(race, {
      modality_id: category.modalityId,
      category_id: category.id,
      product_id: kit.id,
      shirt_size_id: kit.sizes[0]?.id ?? null,
      payment_method_id: at(race.paymentMethods, random(3)).id,
      discount_coupon_id: coupon?.id ?? null,
      discount_coupon_code: coupon?.code ?? null,
      ...(random(3) === 0 && { participants: [companion()] }),
    }),
  )
  // Other statuses are expected: coupons are refused for free orders.
  if (answer.statusCode >= 500) throw new Error(answer.body)
  app.deps.clock.advance(random(HOUR))
}

async function takeStep(
  app: TestApp,
  organizer: TestOrganizer,
  race: TestEvent,
  random: (below: number) => number,
): Promise<void> {
  const registrations = await app.db
    .selectFrom('registrations')
    .where('event_id', '=', race.id)
    .orderBy('id')
    .select(['id', 'responsible_user_id', 'total_cents'])
    .execute()
  const payments = await app.db
    .selectFrom('payments')
    .where('event_id', '=', race.id)
    .orderBy('id')
    .select(['id', 'status'])
    .execute()
  const registration = at(registrations, random(registrations.length))
  const now = app.deps.clock.now()
  const kind = random(12)
  if (kind < 8) {
    // Mostly payments. A transition that the table does not allow changes nothing.
    const payment = at(payments, random(payments.length))
    const undone = payment.status === PAYMENT_STATUS.receivedInCash && random(2) === 0
    const target = undone ? PAYMENT_STATUS.pending : at(HEARD, random(HEARD.length))
    const move = { target, kind: 'reported', source: 'gateway', at: now } as const
    await transaction(app.db, (tx) => movePayment(tx, payment.id, move))
  } else if (kind === 8)
    await cancelPending(app, registration.id, random(2) === 0 ? 'participant' : 'organizer')
  else if (kind === 9) await payAgain(app, race, registration, now)
  else await moveToAnotherKit(app, organizer, race, registration.id, random)
}

/** Adds a second payment of the full amount, which is a duplicate once both are paid. */
async function payAgain(
  app: TestApp,
  race: TestEvent,
  registration: { id: number; responsible_user_id: number; total_cents: number },
  now: Date,
): Promise<void> {
  if (registration.total_cents === 0) return
  const { id } = await app.db
    .insertInto('payments')
    .values({
      event_id: race.id,
      payer_user_id: registration.responsible_user_id,
      provider: 'sandbox',
      external_reference: `again:${registration.id}:${now.getTime()}`,
      type: 1,
      amount_cents: registration.total_cents,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('payment_items')
    .values({ payment_id: id, registration_id: registration.id, amount_cents: registration.total_cents })
    .execute()
  await transaction(app.db, (tx) =>
    movePayment(tx, id, { target: 2, kind: 'reported', source: 'gateway', at: now }),
  )
}

async function moveToAnotherKit(
  app: TestApp,
  organizer: TestOrganizer,
  race: TestEvent,
  registrationId: number,
  random: (below: number) => number,
): Promise<void> {
  const kit = at(race.kits, random(race.kits.length))
  const answer = await app.call('PUT', `/organizer/events/register/${registrationId}`, {
    token: organizer.token,
    body: {
      category_id: at(race.categories, random(2)).id,
      products: [{ id: kit.id, shirt_size_id: kit.sizes[0]?.id ?? null }],
      payment_method_id: at(race.paymentMethods, random(3)).id,
    },
  })
  if (answer.statusCode >= 500) throw new Error(answer.body)
}
