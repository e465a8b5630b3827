import { afterAll, expect, test } from 'vitest'
import { transaction } from '#server/lib/db.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPaid, listRefunds, paidTogether } from '#test/payments.ts'
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
