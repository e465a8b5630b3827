// @module-tag operation
import { afterAll, expect, test } from 'vitest'
import { toCents, toDecimal } from '#contract/money.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import type { DailyMoney } from '#contract/report/daily-money.ts'
import type { Statement } from '#contract/report/statement.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { cancelPaid, findPayment, listRefunds, press, pressAndDeliver } from '#test/payments.ts'

// See docs/algorithms/installments.md.

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const company = await createUser(db, { roles: ['Empresa'] })
const CARD = 2

interface Rules {
  max_installments: number
  min_installment_cents?: number
  installment_interest?: boolean
}

/** Registrations of 110.00 each, to be paid by one card payment. */
async function card(rules: Rules, people = 1, type: 0 | 2 = CARD) {
  const organizer = await createOrganizer(db)
  const event = await createEvent(db, { organizerId: organizer.organizerId })
  await db.updateTable('events').set(rules).where('id', '=', event.id).execute()
  const order = await createOrder(db, event, { payment: { type }, additional: people - 1 })
  const registrationIds = order.registrations.map(({ id }) => id)
  if (people > 1)
    await app.call('POST', '/participant/payments', {
      token: order.buyer.token,
      body: { registration_ids: registrationIds, payment_type: type },
    })
  const { payment_id } = await db
    .selectFrom('payment_items')
    .where('registration_id', '=', at(registrationIds, 0))
    .orderBy('payment_id', 'desc')
    .select('payment_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tryCreateCharge(app.deps, payment_id)
  const { token } = await findPayment(app, payment_id)
  return { event, organizer, buyer: order.buyer, registrationIds, paymentId: payment_id, token }
}

const page = async (token: string): Promise<PaymentPage> =>
  (await app.call('GET', `/payments/${token}`)).json().data
const choose = (token: string, installments: number, payment_type = CARD) =>
  app.call('POST', `/payments/${token}/method`, { body: { payment_type, installments } })
const chosen = async (token: string, installments: number) => {
  const answer = await choose(token, installments)
  expect(answer.statusCode, answer.body).toBe(201)
  return db
    .selectFrom('payments')
    .where('token', '=', answer.json().data.token)
    .selectAll()
    .executeTakeFirstOrThrow()
}
const authorize = async (chargeId: string | null) => {
  await db.updateTable('sandbox.charges').set({ status: 'IN_ANALYSIS' }).where('id', '=', chargeId).execute()
  await pressAndDeliver(app, chargeId ?? '', 'aprovar')
}
const cents = (decimal: string) => toCents(decimal) ?? Number.NaN
const read = async <T>(path: string, token: string): Promise<T> => {
  const answer = await app.call('GET', path, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

test('an order of two paid by card in installments has one amount in banner, buttons and payment page', async () => {
  const { buyer, token } = await card({ max_installments: 3, installment_interest: true }, 2)
  const { token: another } = await chosen(token, 3)
  const { amount } = await page(another)
  expect(cents(amount)).toBeGreaterThan(22_000)
  const { data: rows } = (await app.call('GET', '/participant/list-events', buyer)).json()
  const { data: groups } = (await app.call('GET', '/participant/payments', buyer)).json()
  for (const { event, id } of rows) {
    expect(event.payment).toMatchObject({
      value: '110.00',
      total: amount,
      people: [{ amount: '110.00' }, { amount: '110.00' }],
    })
    const { data } = (await app.call('GET', `/participant/registrations/${id}`, buyer)).json()
    expect(data.payments[0]).toMatchObject({ value: '110.00', total: amount })
  }
  expect(rows).toHaveLength(2)
  expect(groups).toMatchObject([{ payment: { total: amount } }])
})

test('choosing installments on the payment page sends no e-mail: the payer sees the new payment, and the old link leads to it', async () => {
  const { buyer, token } = await card({ max_installments: 3 })
  const before = await mailTo(app, buyer.email)
  expect(before.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Inscrição realizada: pague até/),
  ])
  await chosen(token, 3)
  expect(await mailTo(app, buyer.email)).toEqual(before)
})

test('a card is charged in the number of installments that the payer chooses, through a new payment', async () => {
  const { token } = await card({ max_installments: 3 })
  const first = await page(token)
  expect(first).toMatchObject({ amount: '110.00', installments: 1, interest: '0.00' })
  expect(first.plans).toEqual([
    { count: 1, each: '110.00', last: '110.00', interest: '0.00', total: '110.00' },
    { count: 2, each: '55.00', last: '55.00', interest: '0.00', total: '110.00' },
    { count: 3, each: '36.66', last: '36.68', interest: '0.00', total: '110.00' },
  ])
  const payment = await chosen(token, 3)
  expect(payment).toMatchObject({ installments: 3, amount_cents: 11_000, fee_by_organizer: true })
  expect((await page(token)).replaced_by).toMatchObject([{ token: payment.token }])
  // Repeating the request returns the same payment; another number of installments is another payment.
  expect((await choose(token, 3)).json().data.token).toBe(payment.token)
  const again = await chosen(payment.token, 1)
  expect(again).toMatchObject({ installments: 1, fee_by_organizer: false })
})

test('a number that the event does not allow is 409 and changes nothing', async () => {
  const { token, paymentId } = await card({ max_installments: 12, min_installment_cents: 4_000 })
  expect((await page(token)).plans.map(({ count }) => count)).toEqual([1, 2])
  const pix = await card({ max_installments: 12 }, 1, 0)
  expect((await page(pix.token)).plans).toEqual([])
  for (const answer of [
    await choose(token, 3),
    await choose(token, 2, 0),
    await choose(token, 1),
    await choose(pix.token, 12, 0),
  ])
    expect(answer.statusCode, answer.body).toBe(409)
  expect((await choose(token, 13)).statusCode).toBe(422)
  const once = await card({ max_installments: 1 })
  expect((await page(once.token)).plans).toEqual([])
  expect((await findPayment(app, paymentId)).status).toBe(0)
})

test('with interest: the payer sees and pays it, and each refund includes its share to the cent', async () => {
  const rates = Array.from({ length: 11 }, (_, i) => `${i + 1}.37`)
  const saved = await app.call('PUT', '/admin/installment-rates', { token: company.token, body: { rates } })
  expect(saved.json().data).toEqual({ rates })
  const one = await card({ max_installments: 6, installment_interest: true }, 3)
  const plan = (await page(one.token)).plans.find(({ count }) => count === 6)
  // 5.37 % of 330.00.
  expect(plan).toEqual({ count: 6, each: '57.95', last: '57.97', interest: '17.72', total: '347.72' })
  const payment = await chosen(one.token, 6)
  expect(await page(payment.token)).toMatchObject({ amount: '347.72', interest: '17.72', installments: 6 })
  await authorize(payment.charge_id)
  expect((await findPayment(app, payment.id)).status).toBe(3)

  const balanceOf = () => read<OrganizerBalance>('/organizer/payout-balance', one.organizer.token)
  expect((await balanceOf()).total).toMatchObject({ net: '300.00', unsettled: '300.00' })
  for (let i = 0; i < 2; i++) await pressAndDeliver(app, payment.charge_id ?? '', 'compensar')
  // Four of six installments are not credited: 231.82 of 347.72.
  expect((await balanceOf()).total).toMatchObject({ net: '300.00', unsettled: '231.82' })

  await cancelPaid(app, at(one.registrationIds, 1))
  await runJobsOnce(app.deps)
  const back = await db
    .selectFrom('refunds')
    .where('payment_id', '=', payment.id)
    .select(['amount_cents', 'interest_cents', 'status'])
    .execute()
  expect(back).toEqual([{ amount_cents: 11_000, interest_cents: 591, status: 'done' }])
  const statement = await read<Statement>('/organizer/statement', one.organizer.token)
  expect(statement.total).toMatchObject({ received: '330.00', returned: '110.00', card_fees: '0.00' })
  const daily = await read<DailyMoney>('/enterprise/daily-money', company.token)
  expect(daily.total).toMatchObject({ gross: '347.72', refunded: '115.91', interest: '11.81' })

  for (const id of [at(one.registrationIds, 0), at(one.registrationIds, 2)]) await cancelPaid(app, id)
  await runJobsOnce(app.deps)
  expect((await findPayment(app, payment.id)).status).toBe(5)
  expect((await read<DailyMoney>('/enterprise/daily-money', company.token)).total).toMatchObject({
    refunded: '347.72',
    interest: '0.00',
  })
  expect(await brokenInvariants(db)).toEqual([])
})

test('money that waits for a choice is shown with the interest that would be refunded', async () => {
  const one = await card({ max_installments: 2, installment_interest: true })
  const payment = await chosen(one.token, 2)
  await authorize(payment.charge_id)
  await db
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', one.organizer.id)
    .execute()
  const cancelled = await app.call('POST', `/organizer/events/${one.event.id}/cancellation`, {
    token: one.organizer.token,
    body: { reason: 'Chuva', donation_to: 'APAE', current_password: PASSWORD },
  })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  const mails = await mailTo(app, one.buyer.email)
  const interest = toDecimal(payment.interest_cents)
  const refund = toDecimal(11_000 + payment.interest_cents)
  expect(interest).not.toBe('0.00')
  const path = `/participant/registrations/${at(one.registrationIds, 0)}/refund-choice`
  expect(await read(path, one.buyer.token)).toMatchObject({ amount: '110.00', refund, choice: null })
  const mail = mails.find(({ subject }) => subject.startsWith('Evento cancelado'))
  expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(`R$ ${refund.replace('.', ',')} que pagou`)
  await app.call('POST', path, { token: one.buyer.token, body: { choice: 'refund' } })
  await runJobsOnce(app.deps)
  expect(await read(path, one.buyer.token)).toMatchObject({ refund, choice: 'refund' })
  expect((await findPayment(app, payment.id)).status).toBe(5)
  expect(await brokenInvariants(db)).toEqual([])
})

test('without interest: the gateway fee reduces the net of the organizer, also after a refund', async () => {
  const one = await card({ max_installments: 3 })
  const payment = await chosen(one.token, 3)
  await authorize(payment.charge_id)
  const fee = (await findPayment(app, payment.id)).gateway_fee_cents ?? 0
  expect(fee).toBe(439)
  const read3 = async () => ({
    statement: (await read<Statement>('/organizer/statement', one.organizer.token)).total,
    payout: (await read<OrganizerBalance>('/organizer/payout-balance', one.organizer.token)).total,
  })
  const before = await read3()
  expect(before.statement).toMatchObject({ received: '110.00', card_fees: '4.39', net: '95.61' })
  expect(before.payout).toMatchObject({ net: '95.61', unsettled: '95.61', available: '0.00' })
  for (let i = 0; i < 3; i++) await press(app, payment.charge_id ?? '', 'compensar')
  await runJobsOnce(app.deps)
  expect((await findPayment(app, payment.id)).status).toBe(2)
  expect((await read3()).payout).toMatchObject({ net: '95.61', unsettled: '0.00' })
  await cancelPaid(app, at(one.registrationIds, 0))
  await runJobsOnce(app.deps)
  expect(await listRefunds(app, payment.id)).toMatchObject([{ amountCents: 11_000, status: 'done' }])
  const after = await read3()
  expect(after.statement).toMatchObject({ returned: '110.00', card_fees: '4.39', net: '-4.39' })
  expect(after.payout).toMatchObject({ net: '-4.39', owing: '4.39' })
  expect(cents(after.payout.net)).toBe(-cents(after.payout.owing))
})
