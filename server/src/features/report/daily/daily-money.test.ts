import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dayIn, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import type { DailyMoney } from '#contract/report/daily-money.ts'
import type { Statement } from '#contract/report/statement.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPaid, chargedRegistration, pressAndDeliver, reportStatus } from '#test/payments.ts'

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

/** Moves the clock to another day and returns it in the API's format. */
function onDay(days: number): string {
  const at = new Date(NOW + days * 86_400_000)
  app.deps.clock.set(at)
  return toBrazilianDate(dayIn('America/Sao_Paulo', at))
}

test("each day's movements from the ledger: payments, a won dispute, a refund, an undone manual receipt", async () => {
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

  // The sums equal the payments' current state and the statement.
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

test('the comparison with the gateway shows an enterprise its own payments, and the platform also foreign charges', async () => {
  const { id: enterpriseId } = await db
    .insertInto('enterprises')
    .values({ name: 'Empresa do Norte' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const partner = await createUser(db, { roles: ['Empresa'] })
  await db
    .updateTable('user_roles')
    .set({ enterprise_id: enterpriseId })
    .where('user_id', '=', partner.id)
    .execute()
  const theirs = await createEvent(db)
  await db.updateTable('events').set({ enterprise_id: enterpriseId }).where('id', '=', theirs.id).execute()
  const { paymentId: ownId } = await chargedRegistration(app, event)
  const { paymentId: theirId } = await chargedRegistration(app, theirs)
  const day = '2026-03-01'
  const of = { provider: 'sandbox', day }
  await db
    .insertInto('reconciliations')
    .values({ ...of, started_at: new Date(), charges: 7, repaired: 2 })
    .execute()
  await db
    .insertInto('reconciliation_differences')
    .values([
      { ...of, kind: 'amount', charge_id: 'own', payment_id: ownId },
      { ...of, kind: 'amount', charge_id: 'theirs', payment_id: theirId },
      { ...of, kind: 'unknown_charge', charge_id: 'unknown' },
    ])
    .execute()
  const seenBy = async (token: string) => {
    const answer = await app.call('GET', `/enterprise/daily-money?from=${day}&to=${day}`, { token })
    return (answer.json().data as DailyMoney).comparisons.map(({ charges, repaired, differences }) => ({
      charges,
      repaired,
      differences: differences.map(({ charge_id }) => charge_id),
    }))
  }
  expect(await seenBy(token)).toEqual([{ charges: 7, repaired: 2, differences: ['own', 'unknown'] }])
  expect(await seenBy(partner.token)).toEqual([{ charges: null, repaired: null, differences: ['theirs'] }])
})

test('a closed day keeps its figures: corrections of fees appear on the day they are booked', async () => {
  const first = onDay(-9)
  const [refunded, kept] = [await chargedRegistration(app, event), await chargedRegistration(app, event)]
  for (const { chargeId } of [refunded, kept]) await pressAndDeliver(app, chargeId, 'pagar')
  const only = (day: string) => {
    const iso = toIsoDate(day)
    return `?from=${iso}&to=${iso}`
  }
  const statement = async (day: string): Promise<Statement['total']> =>
    (await app.call('GET', `/enterprise/statement${only(day)}`, { token })).json().data.total
  const closed = { money: await read(only(first)), fees: (await statement(first)).fees }
  expect(closed).toMatchObject({
    money: { total: { gross: '220.00', service_fee: '20.00', gateway_fee: '1.98', net: '198.02' } },
    fees: '20.00',
  })

  const second = onDay(-8)
  await cancelPaid(app, refunded.registrationId)
  await runJobsOnce(app.deps)
  // A comparison finds that the gateway deducted another fee.
  await db
    .updateTable('payments')
    .set({ gateway_fee_cents: 149, checked_at: app.deps.clock.now() })
    .where('id', '=', kept.paymentId)
    .execute()
  expect({ money: await read(only(first)), fees: (await statement(first)).fees }).toEqual(closed)
  expect((await read(only(second))).total).toMatchObject({
    refunded: '110.00',
    service_fee: '-10.00',
    gateway_fee: '0.50',
    net: '-100.50',
  })
  expect((await statement(second)).fees).toBe('-10.00')
})

test('booked fees cannot be changed or deleted', async () => {
  await expect(sql`update fee_entries set amount_cents = 1`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from fee_entries`.execute(db)).rejects.toThrow('append-only')
})
