import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPending, findPayment, pressAndDeliver } from '#test/payments.ts'
import { tryCreateCharge } from '../create-charge.ts'
import { movePayment } from '../move-payment.ts'
import { participantNewsJob } from './participant-news.ts'
import { paymentDueJob } from './payment-due.ts'
import { paymentRefusedJob } from './payment-refused.ts'
import { registrationCancelledJob } from './registration-cancelled.ts'
import { registrationConfirmedJob } from './registration-confirmed.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const race = await createEvent(db, {
  title: 'Corrida <das> Águas',
  cancellationTiers: [{ days_before: 10, refund_rate: 8000, keeps_fee: false }],
})

async function mailTo(address: string) {
  const directory = join(app.deps.config.dataDir, 'mail')
  const names = await readdir(directory).catch(() => [])
  const all = await Promise.all(
    names.sort().map(async (name) => PostalMime.parse(await readFile(join(directory, name)))),
  )
  return all.filter((mail) => mail.to?.some((to) => to.address === address))
}

/** An order with its charges. With `mailIsDue` its e-mail is sent immediately. */
async function chargedOrder({
  additional = 0,
  mailIsDue = false,
  expiresAt,
}: {
  additional?: number
  mailIsDue?: boolean
  expiresAt?: Date
} = {}) {
  const buyer = await createUser(db, { name: 'Ana Souza' })
  const order = await createOrder(db, race, {
    buyer,
    additional,
    payment: { dueOn: '2030-12-05', ...(expiresAt && { expiresAt }) },
  })
  if (mailIsDue) app.deps.clock.advance(-60_000)
  for (const { paymentId } of order.registrations) await tryCreateCharge(app.deps, paymentId ?? 0)
  app.deps.clock.set(new Date())
  return order
}

const movePaymentTo = (id: number, status: number) =>
  db.updateTable('payments').set({ status }).where('id', '=', id).execute()

const CONFIRMED = 'Inscrição confirmada: Corrida <das> Águas'

test('after registering, the buyer gets the link and its due date', async () => {
  const { buyer, registrations } = await chargedOrder({ mailIsDue: true })
  await runJobsOnce(app.deps)
  const [mail, ...more] = await mailTo(buyer.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Inscrição realizada: pague até 05/12/2030 · Corrida <das> Águas')
  const { token } = await findPayment(app, registrations[0]?.paymentId ?? 0)
  expect(mail?.text).toContain(`Ir para pagamento:\n${app.deps.config.publicUrl}/pagamento/${token}`)
  expect(mail?.text).toContain('Ana Souza  R$ 110,00')
  expect(mail?.text).toContain('Kit Completo: R$ 100,00\nTaxa de serviço: R$ 10,00')
  expect(mail?.html).toContain('Corrida &lt;das&gt; Águas')
  expect(mail?.html).not.toContain(buyer.cpf)
})

test('a spot held for hours: the e-mail states the time', async () => {
  const { buyer } = await chargedOrder({ mailIsDue: true, expiresAt: new Date('2030-12-05T17:30:00Z') })
  await runJobsOnce(app.deps)
  const [mail] = await mailTo(buyer.email)
  expect(mail?.subject).toBe(
    'Inscrição realizada: pague até 05/12/2030 às 14:30, horário de Brasília · Corrida <das> Águas',
  )
})

test('several participants: one message to the buyer, with a link for each', async () => {
  const { buyer, registrations } = await chargedOrder({ additional: 2, mailIsDue: true })
  await runJobsOnce(app.deps)
  const mails = await mailTo(buyer.email)
  expect(mails).toHaveLength(1)
  for (const { name, paymentId } of registrations) {
    expect(mails[0]?.text).toContain(name)
    expect(mails[0]?.text).toContain(`/pagamento/${(await findPayment(app, paymentId ?? 0)).token}`)
  }
})

test('after the payment, the buyer gets a confirmation for each participant and no request to pay', async () => {
  const { buyer, registrations } = await chargedOrder({ additional: 1 })
  for (const { paymentId } of registrations) {
    const { charge_id } = await findPayment(app, paymentId ?? 0)
    await pressAndDeliver(app, charge_id ?? '', 'pagar')
  }
  await paymentDueJob.run(app.deps, { eventId: race.id, payerUserId: buyer.id })
  const mails = await mailTo(buyer.email)
  expect(mails.map(({ subject }) => subject)).toEqual([CONFIRMED, CONFIRMED])
  for (const { name } of registrations)
    expect(mails.some(({ text }) => text?.includes(`de ${name} em`))).toBe(true)
  expect(mails[0]?.text).toContain('Olá, Ana Souza!')
  expect(mails[0]?.text).toContain('Recebemos o pagamento.')
  expect(mails[0]?.text).toContain('Kit Completo, camisa P')
  expect(mails[0]?.text).toContain('Composição  Kit Completo: R$ 100,00\nTaxa de serviço: R$ 10,00')
  expect(mails[0]?.text).toContain('/participante/eventos')
  expect(mails[0]?.text).toContain('(10 dias antes): devolução de 80% do valor pago.')
})

test('a confirmation shows the race, and carries it for calendars and mail programs', async () => {
  const { buyer, registrations } = await chargedOrder()
  const { charge_id } = await findPayment(app, registrations[0]?.paymentId ?? 0)
  await pressAndDeliver(app, charge_id ?? '', 'pagar')
  const [mail] = await mailTo(buyer.email)
  const link = `${app.deps.config.publicUrl}/events/${race.slug}`
  expect(mail?.text).toContain(`Corrida <das> Águas\n`)
  expect(mail?.text).toContain(link)
  // Mailboxes show the beginning of the text, without the greeting.
  expect(mail?.html).toMatch(/mso-hide:all;">Recebemos o pagamento\. A inscrição de/)
  const calendar = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const entry = new TextDecoder().decode(calendar?.content as ArrayBuffer)
  expect(entry).toContain('METHOD:PUBLISH')
  expect(entry).toContain('SUMMARY:Corrida <das> Águas')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(mail?.html ?? '') ?? []
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'EventReservation',
    reservationNumber: String(registrations[0]?.id),
    underName: { name: registrations[0]?.name },
    reservationFor: { name: 'Corrida <das> Águas', url: link },
  })
})

test('the message with the link contains the Pix code once it is known, while it is valid', async () => {
  const { buyer, registrations } = await chargedOrder()
  const paymentId = registrations[0]?.paymentId ?? 0
  await sql`
    insert into payment_codes (payment_id, asked_at, pix_payload, pix_expires_at)
    values (${paymentId}, now(), 'pix-copia-e-cola', now() + interval '1 hour')`.execute(db)
  const send = () => paymentDueJob.run(app.deps, { eventId: race.id, payerUserId: buyer.id })
  await send()
  await sql`update payment_codes set pix_expires_at = now() - interval '1 second' where payment_id = ${paymentId}`.execute(
    db,
  )
  await send()
  const [valid, expired] = await mailTo(buyer.email)
  expect(valid?.text).toContain('pix-copia-e-cola')
  expect(expired?.text).not.toContain('pix-copia-e-cola')
})

test('cancelled before the message was sent: no message', async () => {
  const { buyer, registrations } = await chargedOrder({ mailIsDue: true })
  await cancelPending(app, registrations[0]?.id ?? 0)
  await runJobsOnce(app.deps)
  expect(await mailTo(buyer.email)).toEqual([])
})

test('a refused card: the payer gets the same link again, unless the payment was paid since', async () => {
  const { buyer, registrations } = await chargedOrder()
  const paymentId = registrations[0]?.paymentId ?? 0
  await movePaymentTo(paymentId, PAYMENT_STATUS.refused)
  await paymentRefusedJob.run(app.deps, { paymentId })
  const [mail, ...more] = await mailTo(buyer.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('O cartão foi recusado: Corrida <das> Águas')
  const { token } = await findPayment(app, paymentId)
  expect(mail?.text).toContain(`Tentar de novo:\n${app.deps.config.publicUrl}/pagamento/${token}`)
  expect(mail?.text).toContain('05/12/2030')
  await movePaymentTo(paymentId, PAYMENT_STATUS.confirmed)
  await paymentRefusedJob.run(app.deps, { paymentId })
  expect(await mailTo(buyer.email)).toHaveLength(1)
})

test('a refusal is reported after ten minutes, once', async () => {
  const { registrations } = await chargedOrder()
  const paymentId = registrations[0]?.paymentId ?? 0
  const at = app.deps.clock.now()
  await transaction(db, (tx) =>
    movePayment(tx, paymentId, { target: PAYMENT_STATUS.refused, at, source: 'system', kind: 'refused' }),
  )
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${`payment-refused:${paymentId}`}`.execute(db)
  expect(rows.map(({ run_at }) => run_at.getTime() - at.getTime())).toEqual([600_000])
})

test('another payment of the same registration sends a new link', async () => {
  const { buyer, registrations } = await chargedOrder()
  const [first] = registrations
  const payment = await findPayment(app, first?.paymentId ?? 0)
  await movePaymentTo(payment.id, PAYMENT_STATUS.expired)
  const { id: _id, ...copied } = payment
  const { id } = await db
    .insertInto('payments')
    .values({
      ...copied,
      token: randomUUID(),
      external_reference: randomUUID(),
      status: PAYMENT_STATUS.pending,
      charge_id: 'ch_new',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_items')
    .values({ payment_id: id, registration_id: first?.id ?? 0, amount_cents: payment.amount_cents })
    .execute()
  await paymentDueJob.run(app.deps, { eventId: race.id, payerUserId: buyer.id })
  const [mail] = await mailTo(buyer.email)
  expect(mail?.subject).toBe('Novo link de pagamento: pague até 05/12/2030 · Corrida <das> Águas')
})

test('an additional participant with an address is notified of confirmation and cancellation, once each', async () => {
  const { registrations } = await chargedOrder({ additional: 1 })
  const own = registrations[1]
  const email = `convidado-${own?.id}@exemplo.test`
  const change = (values: object) =>
    db
      .updateTable('registrations')
      .set(values)
      .where('id', '=', own?.id ?? 0)
      .execute()
  await change({ email, status: 1, confirmed_at: new Date() })
  const registrationId = own?.id ?? 0
  await registrationConfirmedJob.run(app.deps, { registrationId })
  await registrationConfirmedJob.run(app.deps, { registrationId })
  await runJobsOnce(app.deps)
  await change({ status: 2, held_level_ids: [] })
  await registrationCancelledJob.run(app.deps, { registrationId, reason: 'participant', byPerson: true })
  await runJobsOnce(app.deps)
  const mails = await mailTo(email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Sua inscrição está confirmada: Corrida <das> Águas',
    'Sua inscrição foi cancelada: Corrida <das> Águas',
  ])
  expect(mails[0]?.text).toContain('feita por Ana')
  expect(mails[0]?.text).not.toContain('participante/eventos')
  await change({ disowned_at: new Date() })
  await participantNewsJob.run(app.deps, { registrationId, news: 'cancelled' })
  expect(await mailTo(email)).toHaveLength(2)
})
