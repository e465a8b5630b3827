import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, dayIn, instantIn, toBrazilianDate } from '#contract/dates.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { cancelPending, chargedRegistration, findPayment, pressAndDeliver } from '#test/payments.ts'
import { remindPayers } from './remind-payers.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const race = await createEvent(db, { title: 'Corrida das Águas' })

const today = dayIn('America/Sao_Paulo', new Date())
const dueOn = addDays(today, 2)
const moment = (day: string, time: string) => instantIn('America/Sao_Paulo', day, time)
beforeEach(() => app.deps.clock.set(moment(today, '10:00')))
afterEach(() => app.deps.clock.set(new Date()))

type Options = NonNullable<Parameters<typeof chargedRegistration>[2]>

async function unpaid({ payment, ...options }: Options = {}) {
  const buyer = options.buyer ?? (await createUser(db, { name: 'Ana Souza' }))
  const createdAt = app.deps.clock.now()
  const order = { buyer, createdAt, ...options, payment: { dueOn, ...payment } }
  return { ...(await chargedRegistration(app, race, order)), buyer }
}

/** Runs the job in the half hour before the given time, every ten minutes. Returns the payer's reminders. */
async function reminders(day: string, time: string, email: string) {
  for (const minutesBefore of [30, 20, 10, 0]) {
    app.deps.clock.set(new Date(moment(day, time).getTime() - minutesBefore * 60_000))
    await remindPayers(app.deps)
  }
  return (await mailTo(app, email)).filter(({ subject }) => subject.includes('para não perder'))
}

test.each<[string, NonNullable<Options['payment']>, string, { first: [string, string]; second: string }]>([
  ['Pix, to the end of the due date', { type: 0 }, '23:59', { first: [dueOn, '00:00'], second: '22:00' }],
  [
    'card in a nearly full race, to the hour',
    { type: 2, expiresAt: moment(dueOn, '17:30') },
    '17:30',
    { first: [addDays(dueOn, -1), '17:30'], second: '15:30' },
  ],
])(
  'reminds 24 and 2 hours before the place is released: %s',
  async (_name, payment, end, { first, second }) => {
    const { buyer, paymentId } = await unpaid({ payment })
    const { email } = buyer
    expect(await reminders(addDays(dueOn, -1), '12:00', email)).toHaveLength(0)
    expect(await reminders(...first, email)).toHaveLength(1)
    expect(await reminders(dueOn, '12:00', email)).toHaveLength(1)
    expect(await reminders(dueOn, second, email)).toHaveLength(2)
    const mails = await reminders(dueOn, end, email)
    expect(mails).toHaveLength(2)
    const until = `${toBrazilianDate(dueOn)} às ${end}, horário de Brasília`
    const { token } = await findPayment(app, paymentId)
    for (const { subject, text } of mails) {
      expect(subject).toBe(`Pague até ${until} para não perder a vaga · Corrida das Águas`)
      expect(text.replaceAll('\u00a0', ' ')).toContain(
        `A vaga de Ana Souza em Corrida das Águas fica guardada até ${until}. Falta R$ 110,00.`,
      )
      expect(text).toContain(`Ir para pagamento:\n${app.deps.config.publicUrl}/pagamento/${token}`)
    }
  },
)

test('a hold shorter than a reminder gets only the later one, and a very short one none', async () => {
  app.deps.clock.set(moment(dueOn, '08:00'))
  const { buyer } = await unpaid({ payment: { expiresAt: moment(dueOn, '20:00') } })
  expect(await reminders(dueOn, '09:00', buyer.email)).toHaveLength(0)
  expect(await reminders(dueOn, '18:00', buyer.email)).toHaveLength(1)
  app.deps.clock.set(moment(dueOn, '09:00'))
  const short = await unpaid({ payment: { expiresAt: moment(dueOn, '11:00') } })
  expect(await reminders(dueOn, '10:30', short.buyer.email)).toHaveLength(0)
})

test('a late run sends the second reminder alone', async () => {
  const { buyer } = await unpaid()
  expect(await reminders(dueOn, '23:30', buyer.email)).toHaveLength(1)
})

test('nothing for a payment that was paid or cancelled, before or after the e-mail was enqueued', async () => {
  const paid = await unpaid()
  await pressAndDeliver(app, paid.chargeId, 'pagar')
  const cancelled = await unpaid()
  await cancelPending(app, cancelled.registrationId)
  const paidSince = await unpaid()
  app.deps.clock.set(moment(dueOn, '12:00'))
  expect(await remindPayers(app.deps)).toBe(1)
  await db.updateTable('payments').set({ status: 3 }).where('id', '=', paidSince.paymentId).execute()
  for (const { buyer } of [paid, cancelled, paidSince])
    expect(await reminders(dueOn, '23:00', buyer.email)).toEqual([])
})

test('nothing for a difference, whose place is not released', async () => {
  const { buyer, registrationId } = await unpaid()
  await db
    .updateTable('registrations')
    .set({ status: 1, confirmed_at: new Date() })
    .where('id', '=', registrationId)
    .execute()
  expect(await reminders(dueOn, '23:00', buyer.email)).toEqual([])
})

test('one e-mail about all payments of a payer for the event, also with concurrent runs', async () => {
  const { buyer } = await unpaid()
  const other = await unpaid({ buyer: { ...buyer, cpf: null } })
  app.deps.clock.set(moment(dueOn, '12:00'))
  const mails = await Promise.all([1, 2, 3].map(() => remindPayers(app.deps)))
  expect(mails.reduce((sum, count) => sum + count, 0)).toBe(1)
  const [mail, ...more] = await reminders(dueOn, '12:00', buyer.email)
  expect(more).toEqual([])
  expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('Faltam R$ 220,00.')
  expect(mail?.text).toContain((await findPayment(app, other.paymentId)).token)
})
