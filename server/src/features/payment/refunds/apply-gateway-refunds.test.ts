import { afterAll, expect, test } from 'vitest'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { transaction } from '#server/lib/db.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPaid, findRegistration, listRefunds, paidTogether } from '#test/payments.ts'
import type { GatewayRefund } from '../gateways/gateway.ts'
import { applyGatewayRefunds } from './apply-gateway-refunds.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

const atGateway = (id: string, status: GatewayRefund['status']): GatewayRefund => ({
  id,
  status,
  reference: null,
  amountCents: 11_000,
  requestUrl: null,
  receiptUrl: null,
  doneAt: null,
})

test.each([
  ['after', ['first', 'second']],
  ['before', ['second', 'first']],
])(
  'two refunds of one amount without our reference settle one of ours each, also listed %s the other',
  async (_, order) => {
    const { paymentId, chargeId, registrationId, otherId } = await paidTogether(app, await createEvent(db))
    const report = (...refunds: GatewayRefund[]) =>
      transaction(db, (tx) =>
        applyGatewayRefunds(tx, paymentId, { chargeId, refunds }, { at: new Date(), source: 'gateway' }),
      )
    for (const id of [registrationId, otherId]) await cancelPaid(app, id)
    await report(atGateway('first', 'waiting'))
    const listed = { first: atGateway('first', 'waiting'), second: atGateway('second', 'done') }
    await report(...order.map((id) => listed[id as keyof typeof listed]))
    expect(await listRefunds(app, paymentId)).toMatchObject([
      { registrationId, status: 'sent' },
      { registrationId: otherId, status: 'done' },
    ])
  },
)

test('a refund of ours that the gateway made twice cancels nobody else, and is a task', async () => {
  const { paymentId, chargeId, registrationId, otherId } = await paidTogether(app, await createEvent(db))
  await cancelPaid(app, registrationId)
  const { reference } = await db
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .select('reference')
    .executeTakeFirstOrThrow()
  const unmatched = async () =>
    (await db.selectFrom('gateway_tasks').select('unmatched_refunds').executeTakeFirstOrThrow())
      .unmatched_refunds
  const before = await unmatched()
  const twice = ['first', 'second'].map((id) => ({ ...atGateway(id, 'done'), reference }))
  for (const _repeated of [1, 2])
    await transaction(db, (tx) =>
      applyGatewayRefunds(tx, paymentId, { chargeId, refunds: twice }, { at: new Date(), source: 'gateway' }),
    )
  expect(await listRefunds(app, paymentId)).toMatchObject([{ registrationId, status: 'done' }])
  expect((await findRegistration(app, otherId)).status).toBe(REGISTRATION_STATUS.confirmed)
  expect(await unmatched()).toBe((before ?? 0) + 1)
})

test('a charge that was refunded by hand settles a refund that a person had to make', async () => {
  const { paymentId, chargeId, registrationId, otherId } = await paidTogether(app, await createEvent(db))
  await cancelPaid(app, registrationId)
  await db
    .updateTable('refunds')
    .set({ amount_cents: 5_500, status: 'needs_person', obstacle: 'part', claimed_until: null })
    .where('payment_id', '=', paymentId)
    .execute()
  const whole = { ...atGateway('by hand', 'done'), amountCents: 22_000 }
  for (const _repeated of [1, 2])
    await transaction(db, (tx) =>
      applyGatewayRefunds(
        tx,
        paymentId,
        { chargeId, refunds: [whole] },
        { at: new Date(), source: 'gateway' },
      ),
    )
  const refunds = await listRefunds(app, paymentId)
  expect(refunds.map((one) => [one.registrationId, one.reason, one.amountCents, one.status]).sort()).toEqual([
    [registrationId, 'gateway', 5_500, 'done'],
    [registrationId, 'organizer', 5_500, 'done'],
    [otherId, 'gateway', 11_000, 'done'],
  ])
  const kinds = await db
    .selectFrom('payment_events')
    .where('payment_id', '=', paymentId)
    .select('kind')
    .execute()
  expect(kinds.map(({ kind }) => kind)).not.toContain('refund_unmatched')
})
