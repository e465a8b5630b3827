import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createEvent } from '../../../../test/factories/event.ts'
import { createOrder } from '../../../../test/factories/order.ts'
import { createUser } from '../../../../test/factories/user.ts'
import { listeningApp } from '../../../../test/listening-app.ts'
import { cancelPending, findPayment, pressAndDeliver } from '../../../../test/payments.ts'
import { tryCreateCharge } from '../create-charge.ts'
import { paymentDueJob } from './payment-due.ts'

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

/** An order with its charges; `mailIsDue`: created long enough ago that its e-mail is sent at once. */
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

const CONFIRMED = 'Inscrição confirmada: Corrida <das> Águas'

test('after registering, the buyer gets the link and its due date', async () => {
  const { buyer, registrations } = await chargedOrder({ mailIsDue: true })
  await runJobsOnce(app.deps)
  const [mail, ...more] = await mailTo(buyer.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Inscrição realizada: pague até 05/12/2030 · Corrida <das> Águas')
  const { token } = await findPayment(app, registrations[0]?.paymentId ?? 0)
  expect(mail?.text).toContain(`Ir para pagamento:\n${app.deps.config.publicUrl}/pagamento/${token}`)
  expect(mail?.text).toContain('R$ 110,00')
  expect(mail?.html).toContain('Corrida &lt;das&gt; Águas')
  expect(mail?.html).not.toContain(buyer.cpf)
})

test('a spot held for hours: the e-mail names the time', async () => {
  const { buyer } = await chargedOrder({ mailIsDue: true, expiresAt: new Date('2030-12-05T17:30:00Z') })
  await runJobsOnce(app.deps)
  const [mail] = await mailTo(buyer.email)
  expect(mail?.subject).toBe(
    'Inscrição realizada: pague até 05/12/2030 às 14:30, horário de Brasília · Corrida <das> Águas',
  )
})

test('several participants: one message to the buyer with a link each', async () => {
  const { buyer, registrations } = await chargedOrder({ additional: 2, mailIsDue: true })
  await runJobsOnce(app.deps)
  const mails = await mailTo(buyer.email)
  expect(mails).toHaveLength(1)
  for (const { name, paymentId } of registrations) {
    expect(mails[0]?.text).toContain(name)
    expect(mails[0]?.text).toContain(`/pagamento/${(await findPayment(app, paymentId ?? 0)).token}`)
  }
})

test('paid: the buyer gets a confirmation for each participant and no request to pay', async () => {
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
  expect(mails[0]?.text).toContain('/participante/eventos')
  expect(mails[0]?.text).toContain('(10 dias antes): devolução de 80% do valor pago.')
})

test('cancelled before the message was sent: no message', async () => {
  const { buyer, registrations } = await chargedOrder({ mailIsDue: true })
  await cancelPending(app, registrations[0]?.id ?? 0)
  await runJobsOnce(app.deps)
  expect(await mailTo(buyer.email)).toEqual([])
})
