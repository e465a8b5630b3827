import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listOrderedRegistrations } from '#server/features/checkout/order/order-result.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { insertPayment } from '#server/features/payment/balancing/queries.ts'
import { transaction } from '#server/lib/db.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)

interface Past {
  status: number
  type?: 0 | 1 | 2
  duplicateOf?: number
}

/** Creates a registration with these payments, the oldest first. */
async function registered(payments: readonly Past[]) {
  const buyer = await createUser(db)
  const race = await createEvent(db, { organizerId: organizer.organizerId })
  const [first, ...later] = payments
  const order = await createOrder(db, race, { buyer, payment: first ?? {} })
  const { id, paymentId } = at(order.registrations, 0)
  const ids = [paymentId ?? 0]
  for (const { status, type = 0, duplicateOf } of later) {
    const next = await transaction(db, (tx) =>
      insertPayment(tx, {
        eventId: race.id,
        payerUserId: buyer.id,
        provider: 'sandbox',
        type,
        items: [{ registrationId: id, amountCents: 11_000 }],
        dueOn: '2030-01-01',
        expiresAt: null,
        tellsLink: true,
        source: 'system',
        actorUserId: null,
        at: new Date(),
      }),
    )
    await db
      .updateTable('payments')
      .set({ status, duplicate_of: duplicateOf === undefined ? null : (ids[duplicateOf] ?? null) })
      .where('id', '=', next)
      .execute()
    ids.push(next)
  }
  return { id, buyer, race, orderId: order.id, ids }
}

async function effective(registrationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ payment_id: number }>`
    select payment_id from effective_payment(${registrationId})`.execute(db)
  return rows[0]?.payment_id
}

test.each<[string, Past[], number]>([
  ['the only one', [{ status: 8 }], 0],
  ['an open one, before a paid one', [{ status: 0 }, { status: 2 }], 0],
  ['an open difference, after a paid one', [{ status: 2 }, { status: 0 }], 1],
  ['the paid one, when the difference expired', [{ status: 2 }, { status: 8 }], 0],
  ['the paid one, when the gateway refused the difference', [{ status: 3 }, { status: 7 }], 0],
  ['the later of two paid ones', [{ status: 2 }, { status: 3 }], 1],
  ['the first, when the second is a duplicate', [{ status: 2 }, { status: 2, duplicateOf: 0 }], 0],
  ['the disputed one, when the one after it was replaced', [{ status: 10 }, { status: 6 }], 0],
  ['the refunded one, when the one after it was replaced', [{ status: 5 }, { status: 6 }], 0],
  ['the latest of those that are closed', [{ status: 6 }, { status: 7 }, { status: 8 }], 2],
])('the effective payment is %s', async (_case, payments, expected) => {
  const { id, ids } = await registered(payments)
  expect(await effective(id)).toBe(ids[expected])
})

test('every screen shows the effective payment, even when it is not the newest', async () => {
  const { id, buyer, race, orderId, ids } = await registered([
    { status: 2, type: 2 },
    { status: 8, type: 1 },
  ])
  expect(await listOrderedRegistrations(app.deps, orderId)).toMatchObject([
    { id, payment: { id: ids[0], status: 2 } },
  ])

  const mine = (await app.call('GET', `/participant/registrations/${id}`, { token: buyer.token })).json().data
  expect(mine.event.payment).toMatchObject({ status: 'pago', type: 2 })
  const [row] = (await app.call('GET', '/participant/list-events', { token: buyer.token })).json().data
  expect(row.event.payment).toMatchObject({ status: 'pago', type: 2 })

  const { token } = organizer
  const edited = (await app.call('GET', `/organizer/events/register/${id}`, { token })).json().data
  expect(edited.payment).toMatchObject({ status_code: 2, type: 2 })
  const listed = await app.call('GET', `/organizer/events/${race.id}/participants`, { token })
  expect(JSON.stringify(listed.json().data)).toContain('"pago"')
})

test('a new difference gets the payment type of the effective payment', async () => {
  const { id } = await registered([
    { status: 2, type: 2 },
    { status: 6, type: 1 },
  ])
  await db
    .updateTable('registrations')
    .set((eb) => ({ total_cents: eb('total_cents', '+', 5_000) }))
    .where('id', '=', id)
    .execute()
  const settled = await transaction(db, (tx) =>
    balancePayments(tx, {
      registrationIds: [id],
      provider: 'sandbox',
      at: new Date(),
      actorUserId: null,
    }),
  )
  const { amount_cents, type } = await db
    .selectFrom('payments')
    .where('id', '=', at(settled.created, 0).paymentId)
    .select(['amount_cents', 'type'])
    .executeTakeFirstOrThrow()
  expect({ amount_cents, type }).toEqual({ amount_cents: 5_000, type: 2 })
})
