// @module-tag operation
import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import { tierOf } from '#server/features/event/domain/kit-price.ts'
import { tiersOf } from '#server/features/event/queries.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import { expirePayments } from '#server/features/payment/sweeps/expire-payments.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUsers } from '#test/factories/user.ts'
import { liveCharges } from '#test/faulty-gateway.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPaid, cancelPending, press } from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

const RUNS = Number(process.env.RACE_RUNS ?? 4)
const SECONDS_A_RUN = 20
const WAVES = 6

/** The position of the open tier of each kit with tiers. */
async function openPositions(event: TestEvent): Promise<number[]> {
  const today = dayIn('America/Sao_Paulo', app.deps.clock.now())
  const kits = await db
    .selectFrom('kits as k')
    .where('k.event_id', '=', event.id)
    .orderBy('k.id')
    .select((eb) => tiersOf(eb.ref('k.id')))
    .execute()
  return kits
    .filter(({ tiers }) => tiers.length > 0)
    .map(({ tiers }) => tiers.length - openTiers(tiers.map(tierOf), today).length)
}

const pick = <T>(random: (below: number) => number, items: readonly T[]): T | undefined =>
  items[random(items.length)]

test(
  `purchases, cancellations, expiries, late payments and edits at once, ${RUNS} runs: no tier reopens, and stock and money are recomputed`,
  async () => {
    const organizer = await createOrganizer(db)
    for (let run = 1; run <= RUNS; run++) {
      const random = seededRandom(run * 15_485_863)
      app.deps.clock.set(new Date())
      const today = dayIn(BANK_ZONE, app.deps.clock.now())
      const event = await createEvent(db, {
        organizerId: organizer.organizerId,
        capacity: 30,
        kits: [
          {
            name: 'Em lotes',
            tiers: [
              { name: '1º lote', valueCents: 8_000, capacity: 4 },
              { name: '2º lote', valueCents: 9_000, capacity: 6, endsOn: addDays(today, 4) },
              { name: '3º lote', valueCents: 10_000 },
            ],
          },
          { name: 'Único', capacity: 8 },
        ],
        rights: [
          { name: 'Pessoa idosa (60+)', min_age: 30, stackable: true },
          {
            name: 'PCD',
            rate: 10_000,
            declaration: 'Declaro.',
            capacity: 4,
            reservedUntil: addDays(today, 6),
          },
        ],
        coupons: [{ code: 'DEZ', capacity: 5 }],
      })
      const people = await createUsers(db, 40)
      const withAny = async (act: (registrationId: number) => Promise<unknown>) => {
        const rows = await db
          .selectFrom('registrations')
          .where('event_id', '=', event.id)
          .select('id')
          .execute()
        const registration = pick(random, rows)
        if (registration) await act(registration.id)
      }
      const buy = async () => {
        const kit = at(event.kits, random(2))
        const user = pick(random, people)
        if (!user) return
        const isClaiming = random(3) === 0
        const answer = await register(
          app,
          event,
          user,
          submission(event, {
            product_id: kit.id,
            ...(isClaiming && { right: { id: at(event.rights, 1).id, version: 1 } }),
            ...(random(3) === 0 && {
              discount_coupon_id: at(event.coupons, 0).id,
              discount_coupon_code: 'DEZ',
            }),
          }),
        )
        expect([201, 409, 422]).toContain(answer.statusCode)
      }
      const pay = async () => {
        const chargeIds = [...(await liveCharges(db)).values()].flat()
        const chargeId = pick(random, chargeIds)
        if (chargeId) await press(app, chargeId, 'pagar')
      }
      const edit = (registrationId: number) =>
        app
          .call('PUT', `/organizer/events/register/${registrationId}`, {
            token: organizer.token,
            body: {
              category_id: at(event.categories, 0).id,
              products: [{ id: at(event.kits, random(2)).id, shirt_size_id: null, quantity: 1 }],
              payment_method_id: at(event.paymentMethods, 0).id,
            },
          })
          .then((answer) => expect(answer.statusCode, answer.body).toBeLessThan(500))
      const actions = [
        buy,
        buy,
        buy,
        pay,
        () => withAny(edit),
        () => withAny((id) => cancelPending(app, id)),
        () => withAny((id) => cancelPaid(app, id)),
        () => runJobsOnce(app.deps),
        () => expirePayments(app.deps),
      ]
      let before = await openPositions(event)
      for (let wave = 0; wave < WAVES; wave++) {
        // Unpaid registrations expire, and are paid late.
        if (wave >= 3) app.deps.clock.set(`${addDays(today, wave)}T15:00:00Z`)
        await Promise.all(Array.from({ length: 8 }, () => pick(random, actions)?.()))
        const now = await openPositions(event)
        for (const [kit, position] of before.entries())
          expect(now[kit], `run ${run}, kit ${kit}`).toBeGreaterThanOrEqual(position)
        before = now
        expect(await brokenInvariants(db), `run ${run}, wave ${wave}`).toEqual([])
      }
      await runJobsOnce(app.deps)
      expect(await brokenInvariants(db), `run ${run}`).toEqual([])
    }
    app.deps.clock.set(new Date())
  },
  RUNS * SECONDS_A_RUN * 1_000,
)
