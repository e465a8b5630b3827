import { afterAll, expect, test } from 'vitest'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { findPayment, pressAndDeliver } from '#test/payments.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

test('coupons and channels: sold, discount, received and returned', async () => {
  const organizer = await createOrganizer(db)
  const event = await createEvent(db, {
    organizerId: organizer.organizerId,
    coupons: [
      { code: 'INSTA', value: 1000, channel: 'Instagram' },
      { code: 'STORY', value: 2000, channel: 'Instagram', capacity: 5 },
      { code: 'LOJA', value: 5000 },
    ],
  })
  // R$ 110,00 less the discount of R$ 10,00, R$ 20,00 or R$ 50,00.
  const buy = async (index: number) => {
    const { id, code } = at(event.coupons, index)
    const coupon = { discount_coupon_id: id, discount_coupon_code: code }
    const answer = await register(app, event, await createUser(db), submission(event, coupon))
    const [{ id: registrationId, payment_id: paymentId }] = answer.json().data.registrations
    return { registrationId, chargeId: (await findPayment(app, paymentId)).charge_id ?? '' }
  }
  const paid = [await buy(0), await buy(0), await buy(1)]
  await buy(2)
  for (const { chargeId } of paid) await pressAndDeliver(app, chargeId, 'pagar')
  const cancelled = await app.call('PATCH', `/organizer/registrations/${paid[1]?.registrationId}/status`, {
    token: organizer.token,
    body: { status: 2, refund: true },
  })
  expect(cancelled.statusCode).toBe(200)
  for (let i = 0; i < 3; i++) await runJobsOnce(app.deps)

  const dashboardFor = async ({ token }: { token: string }): Promise<EventDashboard> =>
    (await app.call('GET', `/organizer/events/${event.id}/dashboard`, { token })).json().data
  const { coupons, channels, finances } = await dashboardFor(organizer)
  const insta = { uses: 1, discount: '10.00', received: '200.00', returned: '100.00' }
  const story = { uses: 1, discount: '20.00', received: '90.00', returned: '0.00' }
  const shop = { uses: 1, discount: '50.00', received: '0.00', returned: '0.00' }
  expect(coupons).toEqual([
    { code: 'INSTA', channel: 'Instagram', limit: null, ...insta },
    { code: 'LOJA', channel: null, limit: null, ...shop },
    { code: 'STORY', channel: 'Instagram', limit: 5, ...story },
  ])
  expect(channels).toEqual([
    {
      channel: 'Instagram',
      coupons: 2,
      uses: 2,
      discount: '30.00',
      received: '290.00',
      returned: '100.00',
    },
    { channel: null, coupons: 1, ...shop },
  ])
  // Every registration has a coupon, so the sums are those of the event.
  expect(finances).toMatchObject({ received: '290.00', returned: '100.00' })

  const producer = await createProducer(db, {
    organizer,
    events: [event.id],
    permissions: ['view-event-participants'],
  })
  const withoutMoney = await dashboardFor(producer)
  expect(withoutMoney.channels[0]).toEqual({
    channel: 'Instagram',
    coupons: 2,
    uses: 2,
    discount: null,
    received: null,
    returned: null,
  })
})
