import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, instantIn, momentIn, toBrazilianDate } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { RefundTask } from '#contract/payment/refund-tasks.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  chargedRegistration,
  findPayment,
  findRegistration,
  listRefunds,
  paidTogether,
  pressAndDeliver,
} from '#test/payments.ts'
import { claimRefund } from './queries.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const company = await createUser(db, { roles: ['Empresa'] })
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const race = (options: EventOptions = {}) =>
  createEvent(db, { organizerId: organizer.organizerId, eventOn: addDays(today, 60), ...options })

afterEach(async () => {
  app.deps.clock.set(new Date())
  await settings()
  await db.updateTable('sandbox.account').set({ balance_cents: null }).execute()
  expect(await brokenInvariants(db)).toEqual([])
})

const settings = (change: object = {}) =>
  app.call('PUT', '/admin/refund-settings', {
    token: company.token,
    body: { withdrawal_days: 7, withdrawal_ends_days_before: 1, approval_from: null, ...change },
  })

const wait = (days: number, user: TestUser) =>
  waitUntil(new Date(app.deps.clock.now().getTime() + days * 86_400_000), user)

/** Sets the clock; keeps this account's session valid. */
async function waitUntil(instant: Date, { id }: TestUser): Promise<void> {
  app.deps.clock.set(instant)
  const at = app.deps.clock.now()
  await db
    .updateTable('sessions')
    .set({ created_at: at, last_used_at: at, expires_at: new Date(at.getTime() + 86_400_000) })
    .where('user_id', '=', id)
    .execute()
}

/** A registration paid by its buyer. */
async function paid(event: TestEvent, options: Parameters<typeof chargedRegistration>[2] = {}) {
  const buyer = await createUser(db)
  const one = await chargedRegistration(app, event, { buyer, ...options })
  await pressAndDeliver(app, one.chargeId, 'pagar')
  return { ...one, buyer }
}
const mine = async (id: number, { token }: TestUser): Promise<MyRegistration> =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
/** The sentence about the money on every screen that shows it. */
async function sentences(id: number, buyer: TestUser): Promise<string[]> {
  const panel = (await app.call('GET', `/organizer/registrations/${id}`, organizer)).json().data
  const lists = [
    await app.call('GET', `/organizer/events/${panel.event.id}/participants`, organizer),
    await app.call('GET', '/participant/list-events', buyer),
  ]
  const rows = lists.map((answer) => answer.json().data.find((row: { id: number }) => row.id === id))
  const all = [panel, ...rows, await mine(id, buyer)].map(({ money_sentence }) =>
    money_sentence.replaceAll('\u00a0', ' '),
  )
  return [...new Set(all)]
}
const withdraw = (id: number, { token }: TestUser, body: object = { expected_refund: '110.00' }) =>
  app.call('POST', `/participant/registrations/${id}/cancel`, { token, body })
const cancel = (id: number, body: object = {}) =>
  app.call('PATCH', `/organizer/registrations/${id}/status`, {
    token: organizer.token,
    body: { status: 2, refund: true, ...body },
  })
const tasks = async (query = '', { token }: { token: string } = company) =>
  (await app.call('GET', `/admin/refunds${query}`, { token })).json().data
const handle = (id: number, action: string, note = '', { token }: { token: string } = company) =>
  app.call('POST', `/admin/refunds/${id}/${action}`, { token, body: { note } })

describe('the runner withdraws', () => {
  test('everything is refunded including the fee, the spot is released, and one e-mail reports it', async () => {
    const event = await race({ capacity: 1 })
    const { registrationId, paymentId, buyer } = await paid(event)
    expect((await mine(registrationId, buyer)).cancellation).toEqual({
      reason: 'withdrawal',
      refund: '110.00',
      kept: '0.00',
      until: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
      needs_approval: false,
      next: { from: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/), refund: '0.00' },
    })
    const at = app.deps.clock.now()
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(registrationId, buyer)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200])
    const before = await mine(registrationId, buyer)
    expect(before).toMatchObject({
      status: 'Cancelado',
      cancellation: null,
      refunds: [{ amount: '110.00', reason: 'withdrawal', status: 'approved', done_at: null }],
    })
    await runJobsOnce(app.deps)
    expect(await mine(registrationId, buyer)).toMatchObject({
      refunds: [{ status: 'done', status_label: 'Concluída', done_at: expect.any(String) }],
      payments: [{ status: 'reembolsado' }],
    })
    expect((await findPayment(app, paymentId)).status).toBe(5)
    // One e-mail reports the cancellation and the refund's status; no other follows a complete refund.
    const mails = (await mailTo(app, buyer.email)).filter(({ subject }) =>
      /cancelada|Devolução/.test(subject),
    )
    expect(mails.map(({ subject }) => subject)).toEqual([`Inscrição cancelada: ${event.title}`])
    expect(mails[0]?.text).toContain(
      `Confirmamos a sua desistência, recebida em ${momentIn('America/Sao_Paulo', at)} (horário de Brasília).`,
    )
    expect(mails[0]?.text.replaceAll('\u00a0', ' ')).toContain(
      'R$ 110,00 pagos e devolvidos. A devolução foi feita.',
    )
    await chargedRegistration(app, event)
  })

  const start = (day: string, time: string) => instantIn('America/Sao_Paulo', day, time)

  test.each<[string, number, string]>([
    ['until the end of the seventh day, whatever the setting', 10, '23:59'],
    ['on the day of the race, until it starts', 3, '06:59'],
  ])('everything comes back %s', async (_name, daysToRace, time) => {
    expect((await settings({ withdrawal_ends_days_before: 30 })).statusCode).toBe(200)
    const { registrationId, buyer } = await paid(await race({ eventOn: addDays(today, daysToRace) }))
    await waitUntil(start(addDays(today, Math.min(7, daysToRace)), time), buyer)
    expect((await withdraw(registrationId, buyer)).statusCode).toBe(200)
    expect(await mine(registrationId, buyer)).toMatchObject({
      status: 'Cancelado',
      refunds: [{ amount: '110.00', reason: 'withdrawal', status: 'approved' }],
    })
  })

  test.each<[string, number, Date]>([
    ['after the seventh day', 60, start(addDays(today, 8), '00:00')],
    ['when the race has started', 3, start(addDays(today, 3), '07:00')],
  ])('it is refused %s, and nothing changes', async (_name, daysToRace, instant) => {
    const { registrationId, buyer } = await paid(await race({ eventOn: addDays(today, daysToRace) }))
    await waitUntil(instant, buyer)
    expect((await mine(registrationId, buyer)).cancellation).toBeNull()
    const answer = await withdraw(registrationId, buyer)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Esta inscrição não pode mais ser cancelada.',
    ])
    expect((await findRegistration(app, registrationId)).status).toBe(1)
  })

  test('the enterprise may allow more days', async () => {
    expect((await settings({ withdrawal_days: 30 })).statusCode).toBe(200)
    const { registrationId, buyer } = await paid(await race())
    await wait(20, buyer)
    expect((await withdraw(registrationId, buyer)).statusCode).toBe(200)
  })

  test('a paid registration is not cancelled without requesting the refund', async () => {
    const { registrationId, buyer } = await paid(await race())
    expect((await withdraw(registrationId, buyer, {})).statusCode).toBe(409)
    expect(
      (await app.call('POST', `/participant/registrations/${registrationId}/cancel`, buyer)).statusCode,
    ).toBe(409)
  })

  test('a disputed payment is not refunded', async () => {
    const { registrationId, chargeId, buyer } = await paid(await race())
    await pressAndDeliver(app, chargeId, 'contestar')
    expect((await withdraw(registrationId, buyer)).statusCode).toBe(409)
  })

  test("of one payment for two, only the withdrawing one's part is refunded", {
    tags: 'operation',
  }, async () => {
    const { buyer, registrationId, otherId } = await paidTogether(app, await race())
    expect((await withdraw(registrationId, buyer)).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    const [mineNow, other] = [await mine(registrationId, buyer), await mine(otherId, buyer)]
    expect(mineNow).toMatchObject({ status: 'Cancelado', refunds: [{ amount: '110.00', status: 'done' }] })
    expect(other).toMatchObject({ status: 'Confirmado', refunds: [], payments: [{ status: 'pago' }, {}] })
    expect((await withdraw(otherId, buyer)).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect((await mine(otherId, buyer)).payments[0]?.status).toBe('reembolsado')
  })
})

describe('the organizer cancels', () => {
  test("a paid registration is refunded, and the organizer's list shows it", async () => {
    const event = await race()
    const { registrationId, buyer } = await paid(event)
    const list = async () =>
      (await app.call('GET', `/organizer/events/${event.id}/participants`, organizer)).json().data[0]
    expect(await list()).toMatchObject({ can_cancel: true, refundable: '110.00' })
    expect((await cancel(registrationId, { refund: false })).statusCode).toBe(409)
    expect((await cancel(registrationId)).statusCode).toBe(200)
    expect(await list()).toMatchObject({ refundable: null })
    expect(await sentences(registrationId, buyer)).toEqual(['R$ 110,00 pagos, a devolver'])
    await runJobsOnce(app.deps)
    expect(await sentences(registrationId, buyer)).toEqual(['R$ 110,00 pagos e devolvidos'])
    const refunds = await app.call('GET', `/organizer/events/${event.id}/refunds`, organizer)
    expect(refunds.json()).toMatchObject({
      data: [
        {
          reason: 'organizer',
          status: 'done',
          registration: { id: registrationId, participant: buyer.name },
          asked_by: organizer.name,
        },
      ],
      meta: { total: 1 },
    })
  })

  test("from the enterprise's threshold on a refund needs approval; if refused, the money stays", async () => {
    await settings({ approval_from: '110.00' })
    const event = await race()
    const [one, other] = [await paid(event), await paid(event)]
    for (const { registrationId } of [one, other]) expect((await cancel(registrationId)).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    const [refund] = await listRefunds(app, one.paymentId)
    const [second] = await listRefunds(app, other.paymentId)
    expect(refund?.status).toBe('requested')
    expect((await mine(one.registrationId, one.buyer)).refunds[0]?.message).toBe(
      'O pedido de devolução está em aprovação.',
    )
    expect(await tasks('?status=requested')).toMatchObject([{ id: second?.id }, { id: refund?.id }])
    expect((await handle(refund?.id ?? 0, 'done', 'Feito')).statusCode).toBe(409)
    expect((await handle(refund?.id ?? 0, 'approve')).statusCode).toBe(200)
    expect((await handle(second?.id ?? 0, 'refuse')).statusCode).toBe(422)
    expect((await handle(second?.id ?? 0, 'refuse', 'Kit já entregue.')).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'done' }])
    expect(await listRefunds(app, other.paymentId)).toMatchObject([{ status: 'refused' }])
    expect((await findPayment(app, other.paymentId)).status).toBe(2)
    // The runner's right of withdrawal needs no approval.
    const third = await paid(event)
    await withdraw(third.registrationId, third.buyer)
    expect(await listRefunds(app, third.paymentId)).toMatchObject([{ status: 'approved' }])
    await runJobsOnce(app.deps)
  })
})

describe('a refund that the gateway refuses', () => {
  /** Changes what the gateway received, so that it refuses to refund more. */
  const setCharged = (charged: { chargeId: string }[], cents: number) =>
    db
      .updateTable('sandbox.charges')
      .set({ amount_cents: cents })
      .where(
        'id',
        'in',
        charged.map(({ chargeId }) => chargeId),
      )
      .execute()

  test('becomes a task with its reason, first in the list; it can be retried or marked as done', async () => {
    const event = await race()
    const [one, other] = [await paid(event), await paid(event)]
    await setCharged([one, other], 1)
    for (const { registrationId, buyer } of [one, other]) await withdraw(registrationId, buyer)
    await runJobsOnce(app.deps)
    const [second, first] = await tasks()
    expect(first).toMatchObject({
      status: 'needs_person',
      failure_reason: 'O valor do estorno é maior que o valor disponível da cobrança.',
      event: { id: event.id },
      registration: { id: one.registrationId },
    })
    // The runner sees the deadline, staff see the reason, and Admin's overview counts it.
    const [shown] = (await mine(one.registrationId, one.buyer)).refunds
    expect(shown).not.toHaveProperty('failure_reason')
    expect(shown?.message).toBe(
      `O meio de pagamento não fez a devolução, e a nossa equipe está cuidando dela. Se não chegar até ${toBrazilianDate(addDays(dayIn('America/Sao_Paulo', app.deps.clock.now()), 10))}, fale com a gente.`,
    )
    const { failure_reason } = first
    for (const path of [
      `/organizer/registrations/${one.registrationId}`,
      `/organizer/events/${event.id}/refunds`,
    ]) {
      const { data } = (await app.call('GET', path, organizer)).json()
      const list = 'refunds' in data ? data.refunds : data
      expect(list.find(({ id }: { id: number }) => id === first.id)).toMatchObject({ failure_reason })
    }
    const admin = await createUser(db, { roles: ['Admin'] })
    const stuck = async () =>
      (await app.call('GET', '/admin/overview', admin)).json().data.gateway.refunds_for_a_person
    const before = await stuck()
    expect(before).toBeGreaterThanOrEqual(2)
    await setCharged([one, other], (await findPayment(app, one.paymentId)).amount_cents)
    const answers = await Promise.all([1, 2, 3].map(() => handle(first.id, 'retry')))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    expect((await handle(second.id, 'done', 'Pix da conta da empresa.')).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect((await findPayment(app, one.paymentId)).status).toBe(5)
    expect(await listRefunds(app, other.paymentId)).toMatchObject([{ status: 'done' }])
    expect(await stuck()).toBe(before - 2)
    const trail = await db
      .selectFrom('audit_log')
      .where('entity', '=', 'refund')
      .where('entity_id', 'in', [first.id, second.id])
      .orderBy('id')
      .select(['action', 'actor_user_id'])
      .execute()
    expect(trail).toEqual([
      { action: 'refund.retried', actor_user_id: company.id },
      { action: 'refund.completed', actor_user_id: company.id },
    ])
  })

  test('of another enterprise is not found', async () => {
    const { id: enterpriseId } = await db
      .insertInto('enterprises')
      .values({ name: 'Outra' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const there = await createOrganizer(db, { enterpriseId })
    const event = await createEvent(db, { organizerId: there.organizerId })
    await db.updateTable('events').set({ enterprise_id: enterpriseId }).where('id', '=', event.id).execute()
    const one = await paid(event)
    await setCharged([one], 1)
    await withdraw(one.registrationId, one.buyer)
    await runJobsOnce(app.deps)
    const [refund] = await listRefunds(app, one.paymentId)
    expect(refund?.status).toBe('needs_person')
    expect((await tasks()).map(({ id }: { id: number }) => id)).not.toContain(refund?.id)
    expect((await handle(refund?.id ?? 0, 'retry')).statusCode).toBe(404)
    const admin = await createUser(db, { roles: ['Admin'] })
    expect((await tasks('', admin)).map(({ id }: { id: number }) => id)).toContain(refund?.id)
  })
})

test('the refund of a boleto tells its payer where to provide bank data', { tags: 'operation' }, async () => {
  const { registrationId, buyer } = await paid(await race(), { payment: { type: 1 } })
  await withdraw(registrationId, buyer)
  await runJobsOnce(app.deps)
  const [refund] = (await mine(registrationId, buyer)).refunds
  expect(refund).toMatchObject({
    status: 'sent',
    message: 'Falta informar os dados bancários para receber a devolução do boleto.',
  })
  const url = refund?.request_url ?? ''
  const refundMails = async () =>
    (await mailTo(app, buyer.email)).filter(({ subject }) => /cancelada|Devolução/.test(subject))
  const [mail, ...others] = await refundMails()
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Inscrição cancelada/)
  expect(mail?.text).toContain(url)
  const { pathname } = new URL(url)
  expect((await app.fastify.inject(pathname)).body).toContain('Simular dados aceitos')
  await app.fastify.inject({ method: 'POST', url: `${pathname}/aceitar` })
  await runJobsOnce(app.deps)
  expect((await mine(registrationId, buyer)).refunds).toMatchObject([{ status: 'done', request_url: null }])
  // Later changes are reported, once.
  const later = (await refundMails()).slice(1)
  expect(later.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Devolução concluída/)])
})

test('a refund not completed after ten days is listed for manual handling, before newer ones', {
  tags: 'operation',
}, async () => {
  const event = await race()
  const late = await paid(event, { payment: { type: 1 } })
  await withdraw(late.registrationId, late.buyer)
  // The payer has not provided the bank data.
  await runJobsOnce(app.deps)
  const newer = await paid(event)
  await withdraw(newer.registrationId, newer.buyer)
  const listed = async () =>
    (await tasks())
      .filter((task: RefundTask) => task.event.id === event.id)
      .map((task: RefundTask) => [task.registration.id, task.is_overdue])
  expect(await listed()).toEqual([
    [newer.registrationId, false],
    [late.registrationId, false],
  ])
  await db
    .updateTable('refunds')
    .set({ asked_at: new Date(app.deps.clock.now().getTime() - 11 * 86_400_000) })
    .where('registration_id', '=', late.registrationId)
    .execute()
  expect(await listed()).toEqual([
    [late.registrationId, true],
    [newer.registrationId, false],
  ])
})

test('claiming a refund does not wait for the entry in the list of participants', async () => {
  const one = await paid(await race())
  await app.call('POST', `/participant/registrations/${one.registrationId}/cancel`, {
    token: one.buyer.token,
    body: { expected_refund: '110.00' },
  })
  const [refund] = await listRefunds(app, one.paymentId)
  // A transaction that completes the refund locks its entry first.
  await transaction(db, async (tx) => {
    await tx
      .selectFrom('participant_list')
      .where('registration_id', '=', one.registrationId)
      .select('registration_id')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const at = app.deps.clock.now()
    expect(await claimRefund(db, refund?.id ?? 0, at, new Date(at.getTime() + 60_000))).not.toBeNull()
  })
})

test('the settings explain the legal minimum and reject less', async () => {
  const read = await app.call('GET', '/admin/refund-settings', company)
  expect(read.json().data).toEqual({
    withdrawal_days: 7,
    withdrawal_ends_days_before: 1,
    choice_days: 7,
    approval_from: null,
    law: expect.stringContaining('art. 49'),
  })
  const answer = await settings({ withdrawal_days: 6 })
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { withdrawal_days: ['O prazo precisa ser de 7 a 60 dias: a lei garante 7.'] },
  ])
})
