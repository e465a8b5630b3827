import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import type { DailyMoney } from '#contract/report/daily-money.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createEvent } from '../../../../test/factories/event.ts'
import { createUser } from '../../../../test/factories/user.ts'
import { listeningApp } from '../../../../test/listening-app.ts'
import { cancelPaid, chargedRegistration, pressAndDeliver, reportStatus } from '../../../../test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const event = await createEvent(db, { eventOn: '2099-01-01', registrationEndsOn: '2098-12-31' })
const { token } = await createUser(db, { roles: ['Empresa'] })
const NOW = Date.now()

async function read(period = ''): Promise<DailyMoney> {
  const answer = await app.call('GET', `/enterprise/daily-money${period}`, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

/** Lets the clock show another day, and answers it as the API writes it. */
function onDay(days: number): string {
  const at = new Date(NOW + days * 86_400_000)
  app.deps.clock.set(at)
  return toBrazilianDate(dayIn('America/Sao_Paulo', at))
}

test('what moved on each day, from the ledger: payments, a dispute that is won, a refund, a manual receipt undone', async () => {
  const first = onDay(-2)
  const [refunded, disputed, byHand, card] = [
    await chargedRegistration(app, event),
    await chargedRegistration(app, event),
    await chargedRegistration(app, event),
    await chargedRegistration(app, event, { payment: { type: 1 } }),
  ]
  for (const { chargeId } of [refunded, disputed, card]) await pressAndDeliver(app, chargeId, 'pagar')
  await reportStatus(app, byHand.paymentId, 1)
  const second = onDay(-1)
  await cancelPaid(app, refunded.registrationId)
  await runJobsOnce(app.deps)
  await reportStatus(app, disputed.paymentId, 10)
  await reportStatus(app, byHand.paymentId, 0)
  const third = onDay(0)
  await reportStatus(app, disputed.paymentId, 2)

  const { days, total } = await read()
  const none = { refunded: '0.00', returned: '0.00' }
  expect(days).toMatchObject([
    { day: third, methods: [{ type: 0, payments: 1, gross: '110.00', gateway_fee: '0.00', ...none }] },
    {
      day: second,
      methods: [{ type: 0, payments: 0, gross: '0.00', refunded: '110.00', returned: '220.00' }],
    },
    {
      day: first,
      methods: [
        { type: 0, payments: 3, gross: '330.00', gateway_fee: '1.98', ...none },
        { type: 1, payments: 1, gross: '110.00', gateway_fee: '1.99', ...none },
      ],
    },
  ])
  expect((await read(`?from=${third.split('/').reverse().join('-')}`)).days).toEqual(days.slice(0, 1))

  // The sums agree with the payments as they are now, and with the statement.
  const { rows } = await sql<{ held: number }>`
    select sum(p.amount_cents - coalesce((select sum(amount_cents) from refunds where payment_id = p.id and status = 'done'), 0))::int as held
    from payments p where p.status in (1, 2, 3, 5, 12)`.execute(db)
  const cents = (value: string) => toCents(value) ?? 0
  expect(cents(total.gross) - cents(total.refunded) - cents(total.returned)).toBe(rows[0]?.held)
  const statement = (await app.call('GET', '/enterprise/statement', { token })).json().data.total
  expect(cents(statement.balance)).toBe(rows[0]?.held)
  expect(total.service_fee).toBe(statement.fees)
  expect(cents(total.net)).toBe(cents(statement.balance) - cents(statement.fees) - cents(total.gateway_fee))
})
