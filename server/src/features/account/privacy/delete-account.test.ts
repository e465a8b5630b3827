import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { isCpf } from '#contract/documents.ts'
import { PERSON_COLUMNS, type PersonColumn } from '#contract/registration/person.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash, registrationForm } from '#test/factories/account.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser, nextCpf, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { mailTo } from '#test/mail.ts'
import { PERSONAL_COLUMNS } from '../queries.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const today = dayIn('America/Sao_Paulo', new Date())
const YESTERDAY = { eventOn: addDays(today, -1), registrationEndsOn: addDays(today, -2) }

/** The file of an answer, one that no registration uses yet, and one of a claimed right. */
const ANSWER_FILES = ['answers/atestado.pdf', 'answers/esquecido.pdf', 'answers/laudo.pdf']

const remove = (user: TestUser, password = PASSWORD) =>
  app.call('DELETE', '/me', { token: user.token, body: { password } })

test('a deleted account keeps no personal data; orders and payments stay', async () => {
  const user = await createUser(db, { passwordHash, name: 'Beatriz Única' })
  await app.call('PUT', '/me/consents', {
    token: user.token,
    body: { receive_promotions: true, receive_event_updates: true },
  })
  for (const path of ['avatars/beatriz.webp', 'documents/beatriz.pdf', ...ANSWER_FILES])
    await app.deps.files.write(path, 'x')
  const at = new Date()
  const upload = {
    user_id: user.id,
    purpose: 'answer',
    media_type: 'application/pdf',
    bytes: 1,
    created_at: at,
  }
  await db
    .insertInto('uploads')
    .values(ANSWER_FILES.map((path) => ({ path, ...upload })))
    .execute()
  await db
    .updateTable('users')
    .set({ image_path: 'avatars/beatriz.webp', document_path: 'documents/beatriz.pdf' })
    .where('id', '=', user.id)
    .execute()
  const event = await createEvent(db, { ...YESTERDAY, rights: [{}] })
  const order = await createOrder(db, event, { buyer: user, additional: 2, payment: { status: 3 } })
  const [own] = order.registrations
  await db
    .updateTable('registrations')
    .set({ email: 'acompanhante@exemplo.test' })
    .where('order_id', '=', order.id)
    .where('position', '>', 0)
    .execute()
  await db
    .insertInto('questionnaire_answers')
    .values({
      registration_id: Number(own?.id),
      questionnaire_id: Number(event.questionnaires[0]?.id),
      question: 'Tem atestado?',
      accepted: true,
      file_path: 'answers/atestado.pdf',
    })
    .execute()
  await db
    .insertInto('right_claims')
    .values({
      registration_id: Number(own?.id),
      right_rule_id: Number(event.rights[0]?.id),
      version: 1,
      discount_cents: 0,
      status: 'rejected',
      proof_path: 'answers/laudo.pdf',
      review_reason: 'O laudo não tem o seu nome.',
      created_at: new Date(),
    })
    .execute()
  await db
    .insertInto('registration_notes')
    .values([
      { registration_id: Number(own?.id), text: 'Alérgica a amendoim.', created_at: at },
      {
        registration_id: (await createOrder(db, event)).registrations[0]?.id ?? 0,
        author_user_id: user.id,
        text: 'De outra pessoa.',
        created_at: at,
      },
    ])
    .execute()
  const paid = await db.selectFrom('payments').selectAll().where('payer_user_id', '=', user.id).execute()

  // Makes the device known to the account.
  await app.call('POST', '/login', { body: { email: user.email, password: PASSWORD } })

  const answer = await remove(user)
  expect(answer.json()).toEqual({ status: 200, message: 'Sua conta foi excluída.', data: null })

  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const { id, name, email, words, anonymized_at, created_at, updated_at, blocked_at, ...rest } = row
  expect({ name, email }).toEqual({
    name: 'Participante removido',
    email: `removido-${user.id}@removido.invalid`,
  })
  expect(words).toBe(`participante removido removido-${user.id}@removido.invalid `)
  expect(anonymized_at).toBeInstanceOf(Date)
  expect(Object.values(rest).every((value) => value === null)).toBe(true)

  const registrations = await db
    .selectFrom('registrations')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  expect(registrations).toHaveLength(3)
  for (const registration of registrations) {
    expect(registration).toMatchObject({
      name: 'Participante removido',
      phone: '00000000000',
      email: null,
      birth_on: '1900-01-01',
      status: 1,
      total_cents: 11_000,
    })
    expect(isCpf(registration.cpf)).toBe(false)
  }
  expect(await db.selectFrom('payments').selectAll().where('payer_user_id', '=', user.id).execute()).toEqual(
    paid,
  )
  const answers = await db
    .selectFrom('questionnaire_answers')
    .selectAll()
    .where('registration_id', '=', Number(own?.id))
    .execute()
  expect(answers).toMatchObject([{ accepted: true, file_path: null }])
  const claims = await db
    .selectFrom('right_claims')
    .selectAll()
    .where('registration_id', '=', Number(own?.id))
    .execute()
  expect(claims).toMatchObject([{ status: 'rejected', proof_path: null, review_reason: null }])
  const notes = await db.selectFrom('registration_notes').select(['text', 'author_user_id']).execute()
  expect(notes).toEqual([{ text: 'De outra pessoa.', author_user_id: user.id }])
  expect(await db.selectFrom('uploads').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])

  const consents = await db.selectFrom('consents').selectAll().where('user_id', '=', user.id).execute()
  expect(consents.map((consent) => [consent.granted, consent.ip])).toEqual([
    [true, null],
    [true, null],
  ])
  for (const table of ['sessions', 'user_tokens', 'user_roles', 'known_devices'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])

  await mailTo(app, user.email)
  for (const path of ['avatars/beatriz.webp', 'documents/beatriz.pdf', ...ANSWER_FILES])
    expect(await app.deps.files.read(path)).toBeNull()
  expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(401)
  const login = { email: user.email, password: PASSWORD }
  expect((await app.call('POST', '/login', { body: login })).statusCode).toBe(401)
})

/** Columns without personal data. A new column must be added here or be removed with the account. */
const IMPERSONAL = {
  registrations: [
    ...['id', 'order_id', 'event_id', 'responsible_user_id', 'position', 'modality_id', 'category_id'],
    ...[
      'kit_id',
      'tier_id',
      'shirt_size_id',
      'coupon_id',
      'right_rule_id',
      'coupon_code_id',
      'cancellation_tiers',
      'value_cents',
      'discount_cents',
      'fee_cents',
      'total_cents',
    ],
    ...[
      'price_lines',
      'status',
      'confirmed_at',
      'cancelled_at',
      'cancel_reason',
      'disowned_at',
      'ineligible_reason',
    ],
    ...['kept_cents', 'held_level_ids', 'created_at', 'updated_at'],
  ],
  users: [
    // Only on placeholder accounts of invitations, which are never deleted this way.
    'invited_email',
    ...['id', 'password_hash', 'email_verified_at', 'second_factor_at', 'blocked_at', 'blocked_reason'],
    'anonymized_at',
    ...['words', 'created_at', 'updated_at'],
  ],
}

test.each([
  ['registrations', [...Object.keys(PERSON_COLUMNS), 'registered_name', 'registered_birth_on']],
  ['users', ['name', 'email', ...PERSONAL_COLUMNS]],
] as const)(
  'every column of %s is removed with the account or known to be impersonal',
  async (table, personal) => {
    const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table}`.execute(db)
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...IMPERSONAL[table], ...personal].toSorted())
  },
)

test('of the personal data in a registration only the sex stays', async () => {
  const user = await createUser(db, { passwordHash })
  const { id } = await createOrder(db, await createEvent(db, YESTERDAY), { buyer: user, additional: 1 })
  const people = () =>
    db.selectFrom('registrations').selectAll().where('order_id', '=', id).orderBy('id').execute()
  const { rows: optional } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'registrations' and is_nullable = 'YES' and column_name = any (${Object.keys(PERSON_COLUMNS)})`.execute(
    db,
  )
  for (const { name } of optional)
    await sql`update registrations set ${sql.ref(name)} = 'algo@exemplo.test' where order_id = ${id}`.execute(
      db,
    )
  await db
    .updateTable('registrations')
    .set((eb) => ({ registered_name: eb.ref('name'), registered_birth_on: eb.ref('birth_on') }))
    .where('order_id', '=', id)
    .execute()
  const before = await people()
  expect((await remove(user)).statusCode).toBe(200)
  const after = await people()
  for (const person of after)
    expect(person).toMatchObject({ registered_name: null, registered_birth_on: null })
  for (const column of Object.keys(PERSON_COLUMNS) as PersonColumn[])
    for (const [i, person] of after.entries())
      if (column === 'sex') expect(person[column]).toBe(before[i]?.[column])
      else expect(person[column], column).not.toBe(before[i]?.[column])
})

test('the e-mail and CPF of a deleted account can register again', async () => {
  const cpf = nextCpf()
  const user = await createUser(db, { passwordHash, cpf })
  expect((await remove(user)).statusCode).toBe(200)
  const answer = await app.call('POST', '/register', { body: registrationForm({ email: user.email, cpf }) })
  expect(answer.statusCode).toBe(201)
})

test('several participants of one event may delete their accounts', async () => {
  const event = await createEvent(db, YESTERDAY)
  for (let i = 0; i < 3; i++) {
    const user = await createUser(db, { passwordHash })
    await createOrder(db, event, { buyer: user, additional: 1 })
    expect((await remove(user)).statusCode).toBe(200)
  }
})

test('a future event blocks deletion; a cancelled registration or event does not', async () => {
  const user = await createUser(db, { passwordHash })
  const event = await createEvent(db, { eventOn: today, registrationEndsOn: today })
  await createOrder(db, event, { buyer: user })
  await createOrder(db, await createEvent(db), {
    buyer: user,
    registrationStatus: 2,
    payment: { status: 6 },
  })
  const off = await createEvent(db, { status: 3 })
  await createOrder(db, off, { buyer: user })

  const answer = await remove(user)
  const sentence =
    'Você tem inscrição ativa em um evento que ainda vai acontecer. Cancele-a, ou espere o evento passar, para excluir a conta.'
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({ status: 409, message: sentence, exception: sentence })
  expect((await app.call('GET', '/me', { token: user.token })).json().data.user.name).toBe(user.name)

  app.deps.clock.advance(2 * 86_400_000)
  expect((await remove(user)).statusCode).toBe(200)
  app.deps.clock.advance(-2 * 86_400_000)
})

/** A registration that was paid and cancelled. */
async function cancelledAndPaid(payment: { status?: number; type?: 0 | 1 | 2 } = {}) {
  const user = await createUser(db, { passwordHash })
  const event = await createEvent(db, { ...YESTERDAY, title: 'Corrida da Ponte' })
  const order = await createOrder(db, event, {
    buyer: user,
    registrationStatus: 2,
    payment: { status: 3, type: 1, ...payment },
  })
  const { id, paymentId } = at(order.registrations, 0)
  return { user, event, registrationId: id, paymentId: paymentId ?? 0 }
}

test.each([
  ['requested', null, 'a devolução de R$\u00a0110,00 espera aprovação'],
  ['approved', null, 'a devolução de R$\u00a0110,00 está a caminho'],
  [
    'sent',
    'https://banco.test/dados',
    'a devolução de R$\u00a0110,00 espera os dados bancários, pedidos em Meus Eventos',
  ],
  ['needs_person', null, 'a devolução de R$\u00a0110,00 está com a nossa equipe'],
])('a refund that is %s blocks deletion until it is done', async (status, request_url, words) => {
  const { user, event, registrationId, paymentId } = await cancelledAndPaid()
  await db
    .insertInto('refunds')
    .values({
      event_id: event.id,
      payment_id: paymentId,
      registration_id: registrationId,
      amount_cents: 11_000,
      reason: 'event_cancelled',
      status,
      obstacle: status === 'needs_person' ? 'refused' : null,
      pix_key: '12345678909',
      request_url,
      asked_at: new Date(),
    })
    .execute()
  const answer = await remove(user)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().exception).toBe(
    `Ainda há dinheiro a resolver: ${words} (inscrição ${registrationId}, Corrida da Ponte). Os dados podem ser apagados quando isso terminar: sem eles, não saberíamos a quem devolver.`,
  )
  expect((await app.call('GET', '/me', { token: user.token })).json().data.user.name).toBe(user.name)
  await db
    .updateTable('refunds')
    .set({ status: 'done', obstacle: null })
    .where('payment_id', '=', paymentId)
    .execute()
  expect((await remove(user)).statusCode).toBe(200)
  const { pix_key } = await db
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .select('pix_key')
    .executeTakeFirstOrThrow()
  expect(pix_key).toBeNull()
})

test('a refund that waits for the Pix key of the payer blocks deletion', async () => {
  const { user, event, registrationId, paymentId } = await cancelledAndPaid()
  await db
    .insertInto('refunds')
    .values({
      event_id: event.id,
      payment_id: paymentId,
      registration_id: registrationId,
      amount_cents: 11_000,
      reason: 'event_cancelled',
      status: 'needs_person',
      obstacle: 'too_old',
      pix_asked_at: new Date(),
      asked_at: new Date(),
    })
    .execute()
  expect((await remove(user)).json().exception).toContain(
    'a devolução de R$\u00a0110,00 espera a chave Pix, pedida em Meus Eventos',
  )
})

test('an open choice about a refund blocks deletion', async () => {
  const { user, event, registrationId } = await cancelledAndPaid()
  await db
    .insertInto('refund_choices')
    .values({
      registration_id: registrationId,
      event_id: event.id,
      kind: 'event_cancelled',
      ends_on: today,
    })
    .execute()
  await db.updateTable('registrations').set({ kept_cents: 11_000 }).where('id', '=', registrationId).execute()
  expect((await remove(user)).json().exception).toContain(
    'falta escolher, em Meus Eventos, o que fazer com R$\u00a0110,00',
  )
  await db
    .updateTable('refund_choices')
    .set({ choice: 'donation', chosen_at: new Date() })
    .where('registration_id', '=', registrationId)
    .execute()
  expect((await remove(user)).statusCode).toBe(200)
})

test('a disputed payment blocks deletion until the dispute is lost, or half a year old', async () => {
  const [open, lost, old] = await Promise.all([1, 2, 3].map(() => cancelledAndPaid({ status: 10, type: 2 })))
  await db
    .updateTable('registrations')
    .set({ cancel_reason: 'refunded' })
    .where('id', '=', lost?.registrationId ?? 0)
    .execute()
  await db
    .updateTable('payments')
    .set({ returned_at: new Date(Date.now() - 181 * 86_400_000) })
    .where('id', '=', old?.paymentId ?? 0)
    .execute()
  if (!open || !lost || !old) throw new Error('three registrations')
  expect((await remove(open.user)).json().exception).toContain(
    'o pagamento de R$\u00a0110,00 está em contestação no banco',
  )
  for (const { user } of [lost, old]) expect((await remove(user)).statusCode).toBe(200)
})

test('a paid registration of an event that was just cancelled blocks deletion', async () => {
  const user = await createUser(db, { passwordHash })
  const event = await createEvent(db, { status: 3, title: 'Corrida Adiada' })
  await createOrder(db, event, { buyer: user, payment: { status: 3 } })
  expect((await remove(user)).json().exception).toContain('a devolução de R$\u00a0110,00 está a caminho')
})

test.each(['Organizador', 'Admin', 'Empresa'] as const)(
  '%s represents an organization and cannot be deleted',
  async (role) => {
    const user = await createUser(db, { passwordHash, roles: ['Participante', role] })
    const answer = await remove(user)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().exception).toBe(
      'Esta conta responde por uma organização e não pode ser excluída por aqui. Fale com a administração da plataforma.',
    )
  },
)

test('deleting the account needs the password', async () => {
  const user = await createUser(db, { passwordHash })
  const wrong = await remove(user, 'outra senha')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().errors).toEqual({ password: ['Senha incorreta.'] })
  const missing = await app.call('DELETE', '/me', { token: user.token, body: {} })
  expect(missing.json().errors).toEqual({ password: ['Senha obrigatória'] })
  expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(200)
})
