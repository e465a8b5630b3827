// @module-tag operation

import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  chargedRegistration,
  findRegistration,
  listRefunds,
  pressAndDeliver,
  reportUnlessLocked,
} from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { spendCredit } from '../refund-choice/spend-credit.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const eventOn = addDays(today, 60)

afterEach(async () => {
  app.deps.clock.set(now)
  expect(await brokenInvariants(db)).toEqual([])
})

/** With the service fee R$ 55,00 and R$ 165,00. */
const KITS = [
  { name: 'Simples', valueCents: 5_000 },
  { name: 'Premium', valueCents: 15_000 },
]
const [SIMPLE, PREMIUM] = [0, 1]

async function editions() {
  const organizer = await createOrganizer(db)
  const race = (title: string, day: string) =>
    createEvent(db, {
      title,
      organizerId: organizer.organizerId,
      kits: KITS,
      eventOn: day,
      registrationEndsOn: addDays(day, -5),
      changes: { until: addDays(today, 20), downgrade: 'credit' },
    })
  return {
    organizer,
    old: await race('Corrida 1', eventOn),
    next: await race('Corrida 2', addDays(today, 300)),
  }
}

async function ordered(event: TestEvent, kit: number, buyer: TestUser) {
  const one = await chargedRegistration(app, event, { buyer, kit })
  return { ...one, id: one.registrationId, buyer }
}
async function paid(event: TestEvent, kit = PREMIUM) {
  const one = await ordered(event, kit, await createUser(db))
  await pressAndDeliver(app, one.chargeId, 'pagar')
  return one
}
type One = Awaited<ReturnType<typeof ordered>>

const base = (id: number) => `/participant/registrations/${id}`
const mine = async ({ id, buyer }: Pick<One, 'id' | 'buyer'>): Promise<MyRegistration> =>
  (await app.call('GET', base(id), { token: buyer.token })).json().data
const change = ({ id, buyer }: One, event: TestEvent, kit: number, value: string) =>
  app.call('POST', `${base(id)}/change`, {
    token: buyer.token,
    body: {
      category_id: at(event.categories, 0).id,
      product_id: at(event.kits, kit).id,
      shirt_size_id: null,
      payment_type: 0,
      expected_value: value,
    },
  })
const choose = ({ id }: One, body: object, token: string) =>
  app.call('POST', `${base(id)}/refund-choice`, { token, body })
const spend = (one: One, to: number, owed: string, token = one.buyer.token) =>
  choose(one, { choice: 'credit', registration_id: to, expected_owed: owed }, token)
const held = async ({ id, buyer }: One) =>
  (await app.call('GET', `${base(id)}/refund-choice`, { token: buyer.token })).json().data

/** Changed to the cheaper kit: R$ 110,00 of its R$ 165,00 are a credit. */
async function credited(all: Awaited<ReturnType<typeof editions>>) {
  const one = await paid(all.old)
  expect((await change(one, all.old, SIMPLE, '165.00')).statusCode).toBe(200)
  return one
}

describe('the difference of a cheaper choice', () => {
  test('becomes a credit in the price, which pays for a dearer choice later', async () => {
    const all = await editions()
    const one = await paid(all.old)
    const options = await app.call('GET', `${base(one.id)}/change`, { token: one.buyer.token })
    expect(options.json().data.products[SIMPLE]).toMatchObject({
      value: '165.00',
      to_pay: '0.00',
      to_refund: '0.00',
      kept: '0.00',
      credit: '110.00',
    })
    await change(one, all.old, SIMPLE, '165.00')
    expect(await listRefunds(app, one.paymentId)).toEqual([])
    const { price_lines, has_refund_choice } = await mine(one)
    expect(price_lines.at(-1)).toEqual({
      kind: 'credit',
      label: 'Crédito para outra prova',
      amount: '110.00',
    })
    expect(has_refund_choice).toBe(true)
    expect(await held(one)).toMatchObject({
      kind: 'changed',
      amount: '110.00',
      fee: '55.00',
      ends_on: toBrazilianDate(addDays(eventOn, 400)),
      choice: null,
    })
    expect((await choose(one, { choice: 'refund' }, one.buyer.token)).statusCode).toBe(409)

    await change(one, all.old, PREMIUM, '165.00')
    expect(await mine(one)).toMatchObject({ has_refund_choice: false, status: 'Confirmado' })
    expect(
      (await app.call('GET', `${base(one.id)}/refund-choice`, { token: one.buyer.token })).statusCode,
    ).toBe(404)
  })

  test('pays for another race of the organizer; the rest stays a credit', async () => {
    const all = await editions()
    const one = await credited(all)
    const to = await ordered(all.next, SIMPLE, one.buyer)
    expect((await mine(to)).credit_from).toBe(one.id)
    expect((await held(one)).credit.registration).toMatchObject({
      id: to.id,
      owed: '55.00',
      used: '55.00',
      missing: '0.00',
      left: '55.00',
    })
    const stranger = await createUser(db)
    expect((await spend(one, to.id, '55.00', stranger.token)).statusCode).toBe(404)
    expect((await spend(one, to.id, '54.00')).statusCode).toBe(409)
    expect((await spend(one, to.id, '55.00')).json().data.payment_link).toBeNull()
    expect((await spend(one, to.id, '55.00')).statusCode).toBe(200)
    expect(await findRegistration(app, to.id)).toMatchObject({ status: 1 })
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 11_000 })
    expect(await listRefunds(app, one.paymentId)).toEqual([])
    expect(await mine(one)).toMatchObject({
      money_sentence: 'R$\u00a0165,00 pagos: R$\u00a055,00 usados em outra inscrição',
    })
    expect((await held(one)).amount).toBe('55.00')
    expect((await mine(to)).credit_from).toBeNull()
  })

  test('is used up by a dearer race, whose rest is paid', async () => {
    const all = await editions()
    const one = await credited(all)
    const to = await ordered(all.next, PREMIUM, one.buyer)
    expect((await spend(one, to.id, '165.00')).json().data.payment_link).toContain('/pagamento/')
    expect(await findRegistration(app, to.id)).toMatchObject({ status: 0 })
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 5_500 })
    expect((await mine(one)).price_lines.map(({ kind }) => kind)).not.toContain('credit')
    expect((await spend(one, to.id, '165.00')).statusCode).toBe(200)
  })

  test('is not for another organizer, nor after its last day, nor for another person', async () => {
    const all = await editions()
    const [one, other] = [await credited(all), await editions()]
    const there = await ordered(other.next, SIMPLE, one.buyer)
    expect((await mine(there)).credit_from).toBeNull()
    expect((await spend(one, there.id, '55.00')).statusCode).toBe(409)
    const to = await ordered(all.next, SIMPLE, one.buyer)
    const ran = (day: string) =>
      db
        .updateTable('events')
        .set({ event_on: day, registration_starts_on: day, registration_ends_on: day })
        .where('id', '=', all.old.id)
        .execute()
    await ran(addDays(today, -401))
    expect((await spend(one, to.id, '55.00')).statusCode).toBe(409)
    await ran(addDays(today, -400))
    await db.updateTable('registrations').set({ cpf: '39053344705' }).where('id', '=', to.id).execute()
    expect((await spend(one, to.id, '55.00')).statusCode).toBe(409)
  })

  test('is refunded to the captain who paid', async () => {
    const all = await editions()
    const one = await paid(all.old)
    const captain = await createUser(db)
    const { id: group_id } = await db
      .insertInto('groups')
      .values({
        event_id: all.old.id,
        captain_user_id: captain.id,
        name: 'Equipe',
        kind: 'company',
        token: 'convite',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('group_members')
      .values({ group_id, registration_id: one.id, joined_at: now })
      .execute()
    await db
      .updateTable('payments')
      .set({ payer_user_id: captain.id })
      .where('id', '=', one.paymentId)
      .execute()
    expect((await change(one, all.old, SIMPLE, '55.00')).statusCode).toBe(200)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ reason: 'exchange', amountCents: 11_000 }])
  })
})

test('changes, cancellation, refund at the gateway and the use of the credit at the same time conserve money', {
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = seededRandom(seed)
    const all = await editions()
    const one = await paid(all.old)
    const to = await ordered(all.next, SIMPLE, one.buyer)
    const steps: (() => Promise<unknown>)[] = [
      () => change(one, all.old, SIMPLE, '165.00'),
      () => change(one, all.old, PREMIUM, '165.00'),
      () => spend(one, to.id, '55.00'),
      () => spend(one, to.id, '55.00'),
      () => reportUnlessLocked(app, to.paymentId, 2),
      () => reportUnlessLocked(app, to.paymentId, 8),
      () => reportUnlessLocked(app, one.paymentId, 5),
      () =>
        app.call('POST', `${base(one.id)}/cancel`, {
          token: one.buyer.token,
          body: { expected_refund: '165.00' },
        }),
      () => runJobsOnce(app.deps),
    ]
    for (let round = 0; round < 3; round++) {
      const chosen = Array.from({ length: 4 }, () => at(steps, random(steps.length)))
      const answers = await Promise.all(chosen.map((step) => step()))
      for (const answer of answers)
        if (answer && typeof answer === 'object' && 'statusCode' in answer && 'body' in answer)
          expect([200, 404, 409, 422, 503], `seed ${seed}: ${answer.body}`).toContain(answer.statusCode)
      expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
    }
    await runJobsOnce(app.deps)
    expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
  }
})

test('a process that dies at any step leaves the credit as it was, or used', {
  timeout: 300_000,
}, async () => {
  for (let dieAt = 1; ; dieAt++) {
    const all = await editions()
    const one = await credited(all)
    const to = await ordered(all.next, SIMPLE, one.buyer)
    const dying = dyingProcess(app.deps, url, dieAt)
    await spendCredit(dying.deps, {
      userId: one.buyer.id,
      registrationId: one.id,
      targetId: to.id,
      expectedCents: 5_500,
      ip: '127.0.0.1',
    }).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db)).toEqual([])
    expect((await spend(one, to.id, '55.00')).statusCode).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 11_000 })
    if (!died) break
    expect(dieAt).toBeLessThan(80)
  }
})
