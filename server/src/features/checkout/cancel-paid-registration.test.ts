// @module-tag operation
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { withdrawalRight } from '#contract/registration/cancellation-sentences.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { chargedRegistration, findRegistration, listRefunds, pressAndDeliver } from '#test/payments.ts'

// A runner cancels a paid registration under the event's policy, after the right of withdrawal has ended.

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const other = await createOrganizer(db)
const company = await createUser(db, { roles: ['Empresa'] })
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
// The kit costs 100.00 and its fee 10.00: 80 % of what was paid minus the fee is refunded.
const TIERS = [{ days_before: 10, refund_rate: 8_000, keeps_fee: true }]

afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})

/** A registration paid eight days ago by default; with `approves` the organizer decides. */
async function paid({ approves = false, days = 8 } = {}) {
  const event = await createEvent(db, { organizerId: organizer.organizerId, eventOn: addDays(today, 60) })
  await db
    .updateTable('events')
    .set({ approves_cancellations: approves })
    .where('id', '=', event.id)
    .execute()
  const buyer = await createUser(db)
  const one = await chargedRegistration(app, event, { buyer })
  await db
    .updateTable('registrations')
    .set({ cancellation_tiers: JSON.stringify(TIERS) })
    .where('id', '=', one.registrationId)
    .execute()
  await pressAndDeliver(app, one.chargeId, 'pagar')
  app.deps.clock.advance(days * 86_400_000)
  const at = app.deps.clock.now()
  await db
    .updateTable('sessions')
    .set({ created_at: at, last_used_at: at, expires_at: new Date(at.getTime() + 86_400_000) })
    .execute()
  return { ...one, event, buyer }
}

const mine = async (id: number, { token }: TestUser): Promise<MyRegistration> =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
const cancel = (id: number, { token }: TestUser, expected_refund: string | undefined = '80.00') =>
  app.call('POST', `/participant/registrations/${id}/cancel`, { token, body: { expected_refund } })
const decide = (
  id: number,
  decision: 'approve' | 'refuse',
  { token }: { token: string } = organizer,
  note = 'O kit já foi retirado.',
) =>
  app.call('POST', `/organizer/registrations/${id}/cancellation/${decision}`, {
    token,
    body: decision === 'refuse' ? { note } : {},
  })

describe('without approval', () => {
  test('refunds the share of the policy, retains the rest, and the page says so beforehand', async () => {
    const { registrationId, paymentId, buyer } = await paid()
    const before = await mine(registrationId, buyer)
    expect(before.cancellation).toEqual({
      reason: 'policy',
      refund: '80.00',
      kept: '30.00',
      until: null,
      needs_approval: false,
      next: { from: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/), refund: '0.00' },
    })
    expect(before.cancellation_policy[0]).toMatch(/^O prazo para desistir .* já passou\.$/)
    expect(before.cancellation_policy[1]).toContain('devolução de 80% do valor pago, menos a taxa')
    const answers = await Promise.all([1, 2, 3].map(() => cancel(registrationId, buyer)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    for (const answer of answers)
      expect(answer.json()).toMatchObject({
        data: { requested: false },
        message: 'Inscrição cancelada com sucesso.',
      })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, kept_cents: 3_000 })
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([
      { reason: 'policy', amountCents: 8_000, status: 'done' },
    ])
    expect(await mine(registrationId, buyer)).toMatchObject({ status: 'Cancelado', cancellation: null })
  })

  test('answers a conflict when the refund is not the amount that the page showed', async () => {
    const { registrationId, paymentId, buyer } = await paid()
    const answer = await cancel(registrationId, buyer, '110.00')
    expect([answer.statusCode, answer.json().exception]).toEqual([
      409,
      'O valor da devolução mudou. Confira o novo valor e confirme de novo.',
    ])
    expect(await listRefunds(app, paymentId)).toEqual([])
    expect((await findRegistration(app, registrationId)).status).toBe(1)
  })

  test('refuses to cancel after the last tier, when nothing is refunded', async () => {
    const { registrationId, buyer } = await paid({ days: 51 })
    expect((await mine(registrationId, buyer)).cancellation).toBeNull()
    const answer = await cancel(registrationId, buyer)
    expect([answer.statusCode, answer.json().exception]).toEqual([
      409,
      'Esta inscrição não pode mais ser cancelada.',
    ])
  })

  test('refuses to cancel while the payment is disputed', async () => {
    const { registrationId, chargeId, buyer } = await paid()
    await pressAndDeliver(app, chargeId, 'contestar')
    const answer = await cancel(registrationId, buyer)
    expect([answer.statusCode, answer.json().exception]).toEqual([
      409,
      'O pagamento está em contestação no banco. Nada pode ser devolvido até ela terminar.',
    ])
  })
})

describe('decided by the organizer', () => {
  async function requested() {
    const one = await paid({ approves: true })
    const answers = await Promise.all([1, 2, 3].map(() => cancel(one.registrationId, one.buyer)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    for (const answer of answers) expect(answer.json().data).toEqual({ requested: true })
    return one
  }

  test('does not change the registration before the decision', async () => {
    const { registrationId, paymentId, event, buyer } = await requested()
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'requested', amountCents: 8_000 }])
    expect(await mine(registrationId, buyer)).toMatchObject({
      status: 'Confirmado',
      cancellation: null,
      refunds: [{ status: 'requested', message: 'O pedido de devolução está em aprovação.' }],
    })
    const list = await app.call('GET', `/organizer/events/${event.id}/participants`, organizer)
    expect(list.json().data[0]).toMatchObject({ cancellation_requested: true })
    const record = await app.call('GET', `/organizer/events/register/${registrationId}`, organizer)
    expect(record.json().data).toMatchObject({
      cancellation_requested: true,
      refunds: [{ amount: '80.00', reason: 'policy', request_url: null }],
    })
  })

  test('notifies the organizer once for all open requests, without names', async () => {
    const one = await requested()
    const { event, registrationId } = one
    const second = await chargedRegistration(app, event)
    await pressAndDeliver(app, second.chargeId, 'pagar')
    const told = async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
      const mails = await mailTo(app, organizer.email)
      return mails.filter(({ subject }) => subject.includes(event.title))
    }
    const waiting = await sql<{ minutes: number }>`
      select extract(epoch from run_at - ${app.deps.clock.now()}::timestamptz) / 60 as minutes
      from graphile_worker._private_jobs where key = ${`cancellations-requested:${event.id}`}`.execute(db)
    expect(waiting.rows.map(({ minutes }) => Math.round(Number(minutes)))).toEqual([30])
    const [mail, ...others] = await told()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`1 pedido de cancelamento espera a sua resposta: ${event.title}`)
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('no valor de R$ 80,00')
    expect(mail?.text).not.toContain(one.buyer.name)

    const list = async () =>
      (await app.call('GET', `/organizer/events/${event.id}/refunds`, organizer)).json()
    expect(await list()).toMatchObject({
      data: [{ status: 'requested', registration: { id: registrationId } }],
      requested: { registrations: 1, amount: '80.00' },
      undecided: { registrations: 0, amount: '0.00' },
    })
    await decide(registrationId, 'refuse')
    expect(await list()).toMatchObject({ requested: { registrations: 0 } })
    // Requested and decided before the message, so none is sent.
    await cancel(registrationId, one.buyer)
    await decide(registrationId, 'refuse')
    expect(await told()).toHaveLength(1)
  })

  test('event page, registration page, dialog and e-mail state the same rules', async () => {
    const { event, registrationId, buyer } = await paid({ days: 0 })
    await db
      .insertInto('cancellation_tiers')
      .values(TIERS.map((tier) => ({ ...tier, event_id: event.id })))
      .execute()
    const page: string[] = (await app.call('GET', `/events/${event.id}`)).json().data.cancellation_policy
    const own = await mine(registrationId, buyer)
    const [right, ...policy] = own.cancellation_policy
    expect(right).toBe(withdrawalRight(own.cancellation?.until ?? '', null))
    expect(policy).toEqual(page.slice(1))
    const confirmed = (await mailTo(app, buyer.email)).find(({ subject }) =>
      subject.startsWith('Inscrição confirmada'),
    )
    for (const sentence of page) expect(confirmed?.text).toContain(sentence)
    // After the right has ended, the page shows the refund by the policy.
    const later = await paid()
    const afterwards = await mine(later.registrationId, later.buyer)
    expect(afterwards.cancellation_policy[0]).toMatch(/já passou\.$/)
    expect(afterwards.cancellation?.reason).toBe('policy')
  })

  test('an approval, also repeated, cancels once and refunds the amount shown to the runner', async () => {
    const { registrationId, paymentId, buyer } = await requested()
    const answers = await Promise.all([1, 2].map(() => decide(registrationId, 'approve')))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await findRegistration(app, registrationId)).toMatchObject({
      status: 2,
      cancel_reason: 'participant',
      kept_cents: 3_000,
    })
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'done', amountCents: 8_000 }])
    const [mail, ...others] = (await mailTo(app, buyer.email)).filter(({ subject }) =>
      /cancelada|Devolução/.test(subject),
    )
    expect(others).toEqual([])
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(
      'R$ 110,00 pagos: R$ 80,00 devolvidos, R$ 30,00 sem devolução.',
    )
  })

  test('after a refusal the registration stands, the runner gets the reason and may ask again', async () => {
    const { registrationId, paymentId, buyer } = await requested()
    expect((await decide(registrationId, 'refuse', organizer, '')).statusCode).toBe(422)
    expect((await decide(registrationId, 'refuse')).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect(await mine(registrationId, buyer)).toMatchObject({
      status: 'Confirmado',
      cancellation: { refund: '80.00' },
      refunds: [{ message: 'O pedido de devolução foi recusado: O kit já foi retirado.' }],
    })
    const mail = (await mailTo(app, buyer.email)).find(({ subject }) =>
      subject.startsWith('Devolução recusada'),
    )
    expect(mail?.text).toContain('O kit já foi retirado.')
    expect(mail?.text).toContain('A inscrição continua valendo.')
    expect((await cancel(registrationId, buyer)).statusCode).toBe(200)
    // A refused request withholds nothing: a cancellation by the organizer refunds everything.
    const cancelled = await app.call('PATCH', `/organizer/registrations/${registrationId}/status`, {
      token: organizer.token,
      body: { status: 2, refund: true },
    })
    expect(cancelled.statusCode).toBe(200)
    await runJobsOnce(app.deps)
    const made = (await listRefunds(app, paymentId)).filter(({ status }) => status === 'done')
    expect(made.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(11_000)
  })

  test('the enterprise may decide, another organizer may not', async () => {
    const { registrationId, paymentId } = await requested()
    expect((await decide(registrationId, 'approve', other)).statusCode).toBe(404)
    const [refund] = await listRefunds(app, paymentId)
    const answer = await app.call('POST', `/admin/refunds/${refund?.id}/approve`, {
      token: company.token,
      body: {},
    })
    expect(answer.statusCode).toBe(200)
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, kept_cents: 3_000 })
    await runJobsOnce(app.deps)
  })

  test('an approval is refused when the payment is disputed meanwhile', async () => {
    const { registrationId, chargeId } = await requested()
    await pressAndDeliver(app, chargeId, 'contestar')
    const answer = await decide(registrationId, 'approve')
    expect([answer.statusCode, answer.json().exception]).toEqual([
      409,
      'O pagamento está em contestação no banco. Nada pode ser devolvido até ela terminar.',
    ])
    expect((await decide(registrationId, 'refuse')).statusCode).toBe(200)
  })

  test('a withdrawal within the legal period needs no approval', async () => {
    const { registrationId, buyer } = await paid({ approves: true, days: 0 })
    expect((await cancel(registrationId, buyer, '110.00')).json().data).toEqual({ requested: false })
    expect((await findRegistration(app, registrationId)).status).toBe(2)
    await runJobsOnce(app.deps)
  })
})
