import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '../../../test/database.ts'
import { dice } from '../../../test/dice.ts'
import { createEvent } from '../../../test/factories/event.ts'
import { createOrder } from '../../../test/factories/order.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { type ChargedRegistration, chargedRegistration, giveUp, press } from '../../../test/payments.ts'
import { BANK_ZONE } from './domain/due-date.ts'
import { expirePayments } from './rounds/expire-payments.ts'
import { reconcilePayments } from './rounds/reconcile-payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

test.each([1, 2, 3])(
  'everything at once, storm %i: nothing oversold, nothing drifts, nothing hangs',
  async (seed) => {
    const roll = dice(seed * 7_919)
    const dueOn = addDays(dayIn(BANK_ZONE, app.deps.clock.now()), 1)
    const race = await createEvent(db, { capacity: 12 })
    const registrations: ChargedRegistration[] = []
    for (let i = 0; i < 12; i++)
      registrations.push(await chargedRegistration(app, race, { payment: { dueOn } }))
    const anyone = () =>
      registrations[roll(registrations.length)] ?? { registrationId: 0, paymentId: 0, chargeId: '' }

    const moves = [
      () => press(app, anyone().chargeId, 'pagar'),
      () => press(app, anyone().chargeId, 'estornar'),
      () => press(app, anyone().chargeId, 'contestar'),
      () => press(app, anyone().chargeId, 'ganhar-contestacao'),
      () => press(app, anyone().chargeId, 'perder-contestacao'),
      () => giveUp(app, anyone().registrationId),
      // Somebody else wants the place that was given up.
      () => createOrder(db, race).catch(() => undefined),
      () => runJobsOnce(app.deps),
      () => expirePayments(app.deps),
      () => reconcilePayments(app.deps),
    ]
    for (let wave = 0; wave < 6; wave++) {
      // Half the storm is past the due day.
      if (wave === 3) app.deps.clock.set(`${addDays(dueOn, 1)}T15:00:00Z`)
      await Promise.all(Array.from({ length: 8 }, () => moves[roll(moves.length)]?.()))
    }
    await runJobsOnce(app.deps)
    app.deps.clock.set(new Date())
    expect(await brokenInvariants(db)).toEqual([])

    const stranded = await db
      .selectFrom('gateway_messages')
      .where('handled_at', 'is', null)
      .select('id')
      .execute()
    expect(stranded).toEqual([])
    expect(await moneyForNothing()).toEqual([])
  },
)

/** Paid payments whose registration is out and that nobody is told to give back. */
const moneyForNothing = () =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .innerJoin('registrations as r', 'r.id', 'i.registration_id')
    .where('p.status', 'in', [1, 2, 3, 12])
    .where('r.status', '=', 2)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_events as e')
            .whereRef('e.payment_id', '=', 'p.id')
            .where('e.kind', '=', 'refund_needed')
            .select('e.id'),
        ),
      ),
    )
    .select(['p.id', 'p.status'])
    .execute()
