import { afterAll, expect, test } from 'vitest'
import { transaction } from '#server/lib/db.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { balancePayments } from './balance-payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

test('a refund decision for one registration does not apply to another that shares its payment', async () => {
  const staff = await createUser(db, { roles: ['Empresa'] })
  const { registrations } = await createOrder(db, await createEvent(db), {
    additional: 1,
    payment: { status: 2 },
  })
  const [given, sharing] = [at(registrations, 0), at(registrations, 1)]
  const ids = [given.id, sharing.id]
  // Both were paid and now cost less; one open payment covers both.
  await db.updateTable('registrations').set({ total_cents: 6_000 }).where('id', 'in', ids).execute()
  const { id: open } = await db
    .insertInto('payments')
    .columns(['event_id', 'payer_user_id', 'provider', 'type', 'amount_cents', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('payments')
        .where('id', '=', given.paymentId ?? 0)
        .select(['event_id', 'payer_user_id', 'provider', 'type'])
        .select((e) => [e.lit(1_000).as('amount_cents'), 'created_at', 'updated_at']),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_items')
    .values(ids.map((id) => ({ payment_id: open, registration_id: id, amount_cents: 500 })))
    .execute()

  await transaction(db, (tx) =>
    balancePayments(tx, {
      registrationIds: [given.id],
      provider: 'sandbox',
      at: app.deps.clock.now(),
      actorUserId: staff.id,
      refund: { reason: 'exchange', askedBy: staff.id, approvedBy: staff.id },
    }),
  )
  const refunds = await db
    .selectFrom('refunds')
    .where('registration_id', 'in', ids)
    .orderBy('registration_id')
    .select(['registration_id', 'amount_cents', 'reason', 'asked_by_user_id', 'approved_by_user_id'])
    .execute()
  expect(refunds).toEqual([
    {
      registration_id: given.id,
      amount_cents: 5_000,
      reason: 'exchange',
      asked_by_user_id: staff.id,
      approved_by_user_id: staff.id,
    },
    {
      registration_id: sharing.id,
      amount_cents: 5_000,
      reason: 'duplicate',
      asked_by_user_id: null,
      approved_by_user_id: null,
    },
  ])
})
