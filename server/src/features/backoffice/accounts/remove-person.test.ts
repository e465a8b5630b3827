import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { formatCpf, isCpf } from '#contract/documents.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { answerWithFile } from '#test/factories/answer-file.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser, nextCpf } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'

/* A person asks to be forgotten (LGPD art. 18), and Admin does it. */

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })

const today = dayIn('America/Sao_Paulo', new Date())
const past = await createEvent(db, {
  title: 'Corrida da Lua',
  eventOn: addDays(today, -1),
  registrationEndsOn: addDays(today, -2),
})
const REASON = 'Pedido por e-mail, documento conferido'

const call = async (method: 'POST' | 'DELETE', path: string, body: object) =>
  app.call(method, `/admin${path}`, { token: admin.token, body })
const removeAccount = (id: number, reason = REASON) => call('DELETE', `/participants/${id}`, { reason })
const removeCpf = (cpf: string, reason = REASON) => call('POST', '/people/removal', { cpf, reason })
const preview = async (cpf: string) => (await call('POST', '/people/removal-preview', { cpf })).json().data

const registrationsOf = (orderId: number) =>
  db.selectFrom('registrations').where('order_id', '=', orderId).orderBy('position').selectAll().execute()
const paymentsOf = (userId: number) =>
  db.selectFrom('payments').where('payer_user_id', '=', userId).orderBy('id').selectAll().execute()
const auditOf = (entity: string, id: number) =>
  db
    .selectFrom('audit_log')
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .select(['action', 'actor_user_id', 'after'])
    .execute()

test('an account with orders is removed once; money and stock stay', async () => {
  const user = await createUser(db, { name: 'Beatriz Única' })
  const order = await createOrder(db, past, { buyer: user, additional: 1, payment: { status: 3 } })
  // A friend registered her for another race.
  const other = await createEvent(db, { eventOn: addDays(today, -1), registrationEndsOn: addDays(today, -2) })
  const { id: friendsOrder } = await createOrder(db, other, { additional: 1, payment: { status: 3 } })
  await db
    .updateTable('registrations')
    .set({ cpf: user.cpf ?? '', name: user.name })
    .where('order_id', '=', friendsOrder)
    .where('position', '=', 1)
    .execute()
  const paid = await paymentsOf(user.id)

  const answers = await Promise.all([removeAccount(user.id), removeAccount(user.id)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await removeAccount(user.id)).json().message).toBe('Dados da pessoa removidos.')

  expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(401)
  const [friend, guest] = await registrationsOf(friendsOrder)
  expect(friend?.name).not.toBe('Participante removido')
  for (const registration of [...(await registrationsOf(order.id)), guest]) {
    expect(registration).toMatchObject({ name: 'Participante removido', email: null, status: 1 })
    expect(isCpf(registration?.cpf ?? '')).toBe(false)
  }
  expect(await paymentsOf(user.id)).toEqual(paid)
  expect(await brokenInvariants(db)).toEqual([])

  const removed = { actor_user_id: admin.id, after: { reason: REASON } }
  expect(await auditOf('user', user.id)).toEqual([{ action: 'user.removed', ...removed }])
  for (const { id } of [...order.registrations, { id: guest?.id ?? 0 }])
    expect(await auditOf('registration', id)).toEqual([{ action: 'registration.person_removed', ...removed }])
})

test('a person without an account is removed by CPF from the registration that somebody else made', async () => {
  const buyer = await createUser(db)
  const order = await createOrder(db, past, { buyer, additional: 1, payment: { status: 3 } })
  const [own, guest] = order.registrations
  if (!own || !guest) throw new Error('two registrations')
  await answerWithFile(app.deps, { registrationId: guest.id, event: past })
  await db
    .insertInto('registration_notes')
    .values({ registration_id: guest.id, text: 'Alérgica a amendoim.', created_at: new Date() })
    .execute()
  const { cpf } = guest

  expect(await preview(formatCpf(cpf))).toMatchObject({
    account: null,
    registrations: [{ id: guest.id, name: guest.name, event: { title: 'Corrida da Lua' } }],
  })
  const answer = await removeCpf(cpf)
  expect(answer.json()).toMatchObject({
    message: 'Dados da pessoa removidos.',
    data: { account: false, registrations: 1 },
  })
  const [stays, gone] = await registrationsOf(order.id)
  expect(stays).toMatchObject({ name: own.name, cpf: own.cpf })
  expect(gone).toMatchObject({ name: 'Participante removido', birth_on: '1900-01-01', total_cents: 11_000 })
  expect(
    await db
      .selectFrom('questionnaire_answers')
      .where('registration_id', '=', guest.id)
      .select('file_path')
      .execute(),
  ).toEqual([{ file_path: null }])
  expect(
    await db.selectFrom('registration_notes').where('registration_id', '=', guest.id).select('id').execute(),
  ).toEqual([])
  expect((await app.call('GET', '/me', { token: buyer.token })).statusCode).toBe(200)

  expect(await preview(cpf)).toEqual({ account: null, registrations: [] })
  expect((await removeCpf(cpf)).json()).toMatchObject({
    message: 'Não há mais dados com este CPF.',
    data: { account: false, registrations: 0 },
  })
  expect(await auditOf('registration', guest.id)).toHaveLength(1)
})

test('an account found by its CPF is removed with all that it registered', async () => {
  const user = await createUser(db)
  const order = await createOrder(db, past, { buyer: user, additional: 1, payment: { status: 3 } })
  expect(await preview(user.cpf ?? '')).toMatchObject({ account: { id: user.id, email: user.email } })
  expect((await removeCpf(user.cpf ?? '')).json().data).toEqual({ account: true, registrations: 2 })
  for (const { name } of await registrationsOf(order.id)) expect(name).toBe('Participante removido')
})

test('a registration for a coming race is cancelled first', async () => {
  const user = await createUser(db)
  const coming = await createEvent(db, { title: 'Corrida do Sol' })
  const { registrations } = await createOrder(db, coming, { buyer: user })
  const { id } = at(registrations, 0)
  for (const answer of [await removeAccount(user.id), await removeCpf(user.cpf ?? '')]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json().exception).toBe(
      `Há inscrição ativa em corrida que ainda vai acontecer: ${id} (Corrida do Sol). Cancele antes, ou espere a corrida passar.`,
    )
  }
  const cancelled = await app.call('PATCH', `/organizer/registrations/${id}/status`, {
    token: admin.token,
    body: { status: 2 },
  })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  expect((await removeAccount(user.id)).statusCode).toBe(200)
})

test("money that may still go back to an account is settled first; somebody else's does not matter", async () => {
  const order = await createOrder(db, past, {
    additional: 1,
    registrationStatus: 2,
    payment: { status: 3, type: 1 },
  })
  const { id, cpf, paymentId } = at(order.registrations, 1)
  await db
    .insertInto('refunds')
    .values({
      event_id: past.id,
      payment_id: paymentId ?? 0,
      registration_id: id,
      amount_cents: 11_000,
      reason: 'organizer',
      status: 'sent',
      asked_at: new Date(),
    })
    .execute()
  const answer = await removeAccount(order.buyer.id)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().exception).toContain('a devolução de R$\u00a0110,00 está a caminho')
  expect((await registrationsOf(order.id))[0]?.name).toBe(order.buyer.name)
  // The money goes back to the buyer, not to the runner.
  expect((await removeCpf(cpf)).json().data).toEqual({ account: false, registrations: 1 })
  expect((await removeAccount(order.buyer.id)).statusCode).toBe(409)
})

test('an account with another role is refused, as is a removal without a reason', async () => {
  const staff = await createUser(db, { roles: ['Participante', 'Empresa'] })
  expect((await removeAccount(staff.id)).json().exception).toContain('Remova antes esse papel')
  expect((await removeCpf(staff.cpf ?? '')).statusCode).toBe(409)
  expect((await removeAccount(admin.id)).statusCode).toBe(404)
  const user = await createUser(db)
  expect((await removeAccount(user.id, ' ')).json().errors).toEqual({ reason: ['Informe o motivo'] })
})

test('the audit log keeps no CPF or e-mail that the reason mentions', async () => {
  const user = await createUser(db)
  await removeAccount(user.id, `Pedido de ${user.email}, CPF ${formatCpf(user.cpf ?? '')}`)
  expect((await auditOf('user', user.id))[0]?.after).toEqual({
    reason: 'Pedido de [e-mail], CPF [documento]',
  })
})

test('a CPF that nobody has changes nothing', async () => {
  expect((await removeCpf(nextCpf())).json().message).toBe('Não há mais dados com este CPF.')
})
