// @module-tag operation
import { expect, test } from 'vitest'
import { isOpen } from '#contract/payment/payment-status.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createUser } from './factories/user.ts'
import { recount, type TheirCharge, unnoticedDamage } from './recount.ts'

const { db } = await testDatabase()

test('positive control: a recount reports nothing on intact data, and reports every known damage', async () => {
  const event = await createEvent(db)
  const orders = [
    await createOrder(db, event, { payment: { chargeId: 'one' } }),
    await createOrder(db, event, { payment: { chargeId: 'two', status: 2 } }),
    await createOrder(db, event, { payment: null }),
  ]
  await db.updateTable('payments').set({ hosted_link: 'https://gateway.test/pay' }).execute()
  const { id } = await createUser(db)
  await db.updateTable('users').set({ image_path: 'avatars/foto.webp' }).where('id', '=', id).execute()
  const payments = await db
    .selectFrom('payments')
    .select(['charge_id', 'external_reference', 'status'])
    .execute()
  const charges = payments.map(
    ({ charge_id, external_reference, status }): TheirCharge => ({
      id: charge_id ?? '',
      externalReference: external_reference,
      state: isOpen(status) ? 'payable' : 'received',
    }),
  )
  const acknowledged = new Map(orders.map(({ key, registrations }) => [key, registrations[0]?.id ?? 0]))
  const whole = {
    db,
    users: { acknowledged, wrong: [] },
    charges: async () => charges,
    hasFile: async () => true,
  }
  expect(await recount(whole)).toEqual([])
  expect(await unnoticedDamage(whole)).toEqual([])
})
