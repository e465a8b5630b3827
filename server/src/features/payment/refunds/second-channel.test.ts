// @module-tag operation
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { formatCpf } from '#contract/documents.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { RefundTask } from '#contract/payment/refund-tasks.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  chargedRegistration,
  findPayment,
  listLedger,
  listRefunds,
  paidTogether,
  pressAndDeliver,
} from '#test/payments.ts'
import { forgetPixKeysJob } from './forget-pix-keys.ts'

/* Refunds that the gateway cannot make are paid by the enterprise to the payer's Pix key. */

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const company = await createUser(db, { roles: ['Empresa'] })
let event: TestEvent
beforeAll(async () => {
  const eventOn = addDays(dayIn('America/Sao_Paulo', new Date()), 60)
  event = await createEvent(db, { organizerId: organizer.organizerId, eventOn, title: '=1+1 da Serra' })
})
afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})

const DAY_MS = 86_400_000

/** A registration paid by its buyer with a Pix, this number of days ago. */
async function paid(daysAgo: number) {
  const buyer = await createUser(db)
  const one = await chargedRegistration(app, event, { buyer })
  await pressAndDeliver(app, one.chargeId, 'pagar')
  await age([one.paymentId], daysAgo)
  return { ...one, buyer }
}
const age = (paymentIds: number[], days: number) =>
  db
    .updateTable('payments')
    .set({ paid_at: new Date(Date.now() - days * DAY_MS) })
    .where('id', 'in', paymentIds)
    .execute()
async function cancelled(daysAgo = 91) {
  const one = await paid(daysAgo)
  await cancel(one.registrationId)
  // The e-mail about the cancellation, too.
  await mailTo(app, one.buyer.email)
  const [refund] = await listRefunds(app, one.paymentId)
  return { ...one, refundId: refund?.id ?? 0 }
}
const cancel = async (id: number) => {
  const answer = await app.call('PATCH', `/organizer/registrations/${id}/status`, {
    token: organizer.token,
    body: { status: 2, refund: true },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
const mine = async (id: number, { token }: TestUser): Promise<MyRegistration> =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
const confirm = (id: number, { token }: { token: string }, body: object = { is_my_key: true }) =>
  app.call('POST', `/participant/registrations/${id}/pix-key`, { token, body })
const staff = (path: string, body: object, { token }: { token: string } = company) =>
  app.call('POST', `/admin/refunds/${path}`, { token, body })
const task = async (id: number): Promise<RefundTask | undefined> => {
  const { data } = (await app.call('GET', '/admin/refunds?per_page=100', company)).json()
  return data.find((one: RefundTask) => one.id === id)
}
const stored = (id: number) =>
  db.selectFrom('refunds').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const keyMails = async ({ email }: TestUser) =>
  (await mailTo(app, email)).filter(({ subject }) => subject.includes('chave Pix'))

test('a Pix of more than 90 days is not asked of the gateway; its payer confirms the CPF as Pix key', async () => {
  const { registrationId, paymentId, chargeId, refundId, buyer } = await cancelled()
  expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'needs_person', obstacle: 'too_old' }])
  expect(await app.deps.gateway.listRefunds(chargeId)).toEqual([])
  expect(await mine(registrationId, buyer)).toMatchObject({
    lacks_bank_data: true,
    is_over: false,
    refunds: [{ pix_key: 'asked', message: expect.stringContaining('confirme a sua chave Pix') }],
  })

  const other = await createUser(db)
  expect((await confirm(registrationId, other)).statusCode).toBe(404)
  const unticked = await confirm(registrationId, buyer, { is_my_key: false })
  expect([unticked.statusCode, unticked.json().errors]).toEqual([
    422,
    { is_my_key: ['Confirme que o seu CPF é uma chave Pix sua.'] },
  ])
  const answers = await Promise.all([1, 2].map(() => confirm(registrationId, buyer)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await confirm(registrationId, buyer)).statusCode).toBe(200)
  expect(await stored(refundId)).toMatchObject({ pix_key: buyer.cpf })
  expect(await mine(registrationId, buyer)).toMatchObject({
    lacks_bank_data: false,
    refunds: [{ pix_key: 'confirmed', message: expect.stringContaining('A sua chave Pix está confirmada') }],
  })
  const trail = await db
    .selectFrom('audit_log')
    .where('action', '=', 'refund.key_confirmed')
    .where('entity_id', '=', refundId)
    .select(['actor_user_id', 'before', 'after'])
    .execute()
  expect(trail).toEqual([{ actor_user_id: buyer.id, before: null, after: null }])

  const current = await cancelled(10)
  const late = await confirm(current.registrationId, current.buyer)
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Nenhuma devolução desta inscrição espera por uma chave Pix.',
  ])
})

test('one e-mail asks for the key of all refunds of an account, and one confirmation counts for all', async () => {
  const { buyer, registrationId, otherId, paymentId } = await paidTogether(app, event)
  await age([paymentId], 120)
  for (const id of [registrationId, otherId]) await cancel(id)
  // The e-mail about the cancellation says it.
  const told = (await mailTo(app, buyer.email)).filter(({ subject }) => /^Inscrição cancelada/.test(subject))
  expect(told).toHaveLength(2)
  for (const { text } of told) expect(text).toContain('confirme a sua chave Pix')
  expect(await keyMails(buyer)).toEqual([])

  for (const { id } of await listRefunds(app, paymentId)) await staff(`${id}/pix-key`, { note: '' })
  const [mail, ...more] = await keyMails(buyer)
  expect(more).toEqual([])
  expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('R$ 220,00')
  expect(mail?.text).toContain(`/participante/inscricoes/${registrationId}`)
  expect(mail?.text).not.toContain(buyer.cpf ?? '')
  expect((await confirm(otherId, buyer)).statusCode).toBe(200)
  expect((await mine(registrationId, buyer)).refunds).toMatchObject([{ pix_key: 'confirmed' }])
})

test('the file for the bank contains each confirmed refund once, escapes formulas, and is audited', async () => {
  const [one, other, unconfirmed] = [await cancelled(), await cancelled(), await cancelled()]
  await db.updateTable('users').set({ name: '=cmd|calc' }).where('id', '=', one.buyer.id).execute()
  for (const { registrationId, buyer } of [one, other]) await confirm(registrationId, buyer)
  const ids = [one, other, unconfirmed].map(({ refundId }) => refundId)
  const ready = (await app.call('GET', '/admin/refunds/ids?bank=ready', company)).json().data
  expect(ready).toEqual(expect.arrayContaining([one.refundId, other.refundId]))
  expect(ready).not.toContain(unconfirmed.refundId)

  const files = await Promise.all([1, 2].map(() => staff('export', { ids })))
  expect(files.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const file = files.find(({ statusCode }) => statusCode === 200)
  expect(file?.headers['content-type']).toContain('text/csv')
  const [heading, ...lines] = (file?.body ?? '').trimEnd().split('\r\n')
  expect(heading).toBe('\uFEFFDevolução;Nome;CPF;Chave Pix;Valor;Participante;Evento')
  const cpf = formatCpf(one.buyer.cpf ?? '')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`${one.refundId};'=cmd|calc;${cpf};${cpf};110,00;`)
  expect(lines[0]).toMatch(/;'=1\+1 da Serra$/)
  const audits = await db
    .selectFrom('audit_log')
    .where('action', '=', 'refund.exported')
    .where('event_id', '=', event.id)
    .select(['actor_user_id', 'after'])
    .execute()
  expect(audits).toEqual([{ actor_user_id: company.id, after: { rows: 2 } }])
  expect((await staff('export', { ids, again: true })).body.trim().split('\r\n')).toHaveLength(3)
  expect((await staff('export', { ids: [] })).statusCode).toBe(422)
  const stranger = await createUser(db, { roles: ['Organizador'] })
  expect((await staff('export', { ids, again: true }, stranger)).statusCode).toBe(403)

  // What is in a file is not sent by the gateway too.
  const retry = await staff(`${one.refundId}/retry`, { note: '' })
  expect([retry.statusCode, retry.json().message]).toEqual([
    409,
    'Esta devolução está num arquivo para o banco. Se o banco não a fez, peça outra chave Pix.',
  ])
  expect(await task(one.refundId)).toMatchObject({ exported_at: expect.any(String) })
})

test('a selection is recorded as done once, with ledger, audit and an e-mail for each', async () => {
  const all = [await cancelled(), await cancelled(), await cancelled()]
  for (const { registrationId, buyer } of all) await confirm(registrationId, buyer)
  const ids = all.map(({ refundId }) => refundId)
  await staff('export', { ids })
  const body = { ids: [...ids, 999_999_999], note: 'Pix do banco de 24/11.' }
  expect((await staff('done', { ids, note: '' })).statusCode).toBe(422)
  const answers = await Promise.all([1, 2].map(() => staff('done', body)))
  const sums = answers.map((answer) => answer.json().data)
  expect(sums[0].handled + sums[1].handled).toBe(3)
  expect((await staff('done', body)).json().data).toEqual({ handled: 0, skipped: 4 })
  for (const { paymentId, refundId, buyer } of all) {
    expect(await stored(refundId)).toMatchObject({ status: 'done', obstacle: null, note: body.note })
    const ledger = await listLedger(app, paymentId)
    expect(ledger.filter(({ kind }) => kind === 'refund_done')).toMatchObject([{ source: 'person' }])
    const mails = (await mailTo(app, buyer.email)).filter(({ subject }) => /^Devolução conclu/.test(subject))
    expect(mails).toHaveLength(1)
  }
  const trail = await db
    .selectFrom('audit_log')
    .where('action', '=', 'refund.completed')
    .where('entity_id', 'in', ids)
    .select('entity_id')
    .execute()
  expect(trail).toHaveLength(3)

  app.deps.clock.advance(91 * DAY_MS)
  await forgetPixKeysJob.run(app.deps, {})
  for (const id of ids) expect(await stored(id)).toMatchObject({ pix_key: null })
})

test('a key that the bank refused is asked again, and the refund can be exported again', async () => {
  const { refundId, registrationId, buyer } = await cancelled()
  await confirm(registrationId, buyer)
  await staff('export', { ids: [refundId] })
  expect((await staff(`${refundId}/pix-key`, { note: '' })).statusCode).toBe(200)
  expect(await stored(refundId)).toMatchObject({ pix_key: null, exported_at: null })
  expect(await keyMails(buyer)).toHaveLength(1)
  await confirm(registrationId, buyer)
  expect((await staff('export', { ids: [refundId] })).statusCode).toBe(200)
})

test('several refunds are tried again at once; those in a file for the bank stay', async () => {
  const all = [await cancelled(), await cancelled(), await cancelled()]
  const [inFile] = all
  await confirm(inFile?.registrationId ?? 0, inFile?.buyer ?? company)
  await staff('export', { ids: [inFile?.refundId] })
  // The date of payment was wrong.
  await age(
    all.map(({ paymentId }) => paymentId),
    1,
  )
  const ids = all.map(({ refundId }) => refundId)
  expect((await staff('retry', { ids })).json().data).toEqual({ handled: 2, skipped: 1 })
  await runJobsOnce(app.deps)
  const statuses = await Promise.all(all.map(async ({ refundId }) => (await stored(refundId)).status))
  expect(statuses).toEqual(['needs_person', 'done', 'done'])
})

test('a refund that the law requires cannot be refused', async () => {
  const [runner, second] = [await paid(91), await cancelled()]
  await db.updateTable('payments').set({ paid_at: new Date() }).where('id', '=', runner.paymentId).execute()
  const body = { expected_refund: '110.00' }
  const { token } = runner.buyer
  await app.call('POST', `/participant/registrations/${runner.registrationId}/cancel`, { token, body })
  await age([runner.paymentId], 91)
  await runJobsOnce(app.deps)
  const [withdrawal] = await listRefunds(app, runner.paymentId)
  expect(withdrawal).toMatchObject({ reason: 'withdrawal', status: 'needs_person' })
  expect((await task(withdrawal?.id ?? 0))?.can_refuse).toBe(false)
  const refused = await staff(`${withdrawal?.id}/refuse`, { note: 'Kit já entregue.' })
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'A lei obriga a fazer esta devolução, e por isso ela não pode ser recusada.',
  ])
  for (const reason of ['duplicate', 'late', 'event_cancelled']) {
    await db.updateTable('refunds').set({ reason }).where('id', '=', second.refundId).execute()
    expect((await staff(`${second.refundId}/refuse`, { note: 'Não.' })).statusCode, reason).toBe(409)
  }
  await db.updateTable('refunds').set({ reason: 'organizer' }).where('id', '=', second.refundId).execute()
  const setStatus = (status: number) =>
    db.updateTable('events').set({ status }).where('id', '=', event.id).execute()
  const { status } = await db
    .selectFrom('events')
    .where('id', '=', event.id)
    .select('status')
    .executeTakeFirstOrThrow()
  await setStatus(3)
  expect((await staff(`${second.refundId}/refuse`, { note: 'Não.' })).statusCode).toBe(409)
  await setStatus(status)
  expect((await task(second.refundId))?.can_refuse).toBe(true)
  expect((await staff(`${second.refundId}/refuse`, { note: 'Kit já entregue.' })).statusCode).toBe(200)
  expect((await findPayment(app, second.paymentId)).status).toBe(2)
})
