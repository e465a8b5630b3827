import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { isCpf } from '#contract/documents.ts'
import { PERSON_COLUMNS, type PersonColumn } from '#contract/person.ts'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { PASSWORD, passwordHash, registrationForm } from '../../../../test/factories/account.ts'
import { createEvent } from '../../../../test/factories/event.ts'
import { createOrder } from '../../../../test/factories/order.ts'
import { createUser, nextCpf, type TestUser } from '../../../../test/factories/user.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { mailTo } from '../../../../test/mail.ts'
import { PERSONAL_COLUMNS } from '../queries.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const today = dayIn('America/Sao_Paulo', new Date())
const YESTERDAY = { eventOn: addDays(today, -1), registrationEndsOn: addDays(today, -2) }

/** One with an answer, one not yet used by a registration. */
const ANSWER_FILES = ['answers/atestado.pdf', 'answers/esquecido.pdf']

const remove = (user: TestUser, password = PASSWORD) =>
  app.call('DELETE', '/me', { token: user.token, body: { password } })

test('a removed account keeps no personal data; orders and payments stay', async () => {
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
  const event = await createEvent(db, YESTERDAY)
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

  // The device is known to the account.
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

/** Columns without personal data: a new column is added here, or to those that are removed. */
const IMPERSONAL = {
  registrations: [
    ...['id', 'order_id', 'event_id', 'responsible_user_id', 'position', 'modality_id', 'category_id'],
    ...[
      'kit_id',
      'shirt_size_id',
      'coupon_id',
      'cancellation_tiers',
      'value_cents',
      'discount_cents',
      'fee_cents',
      'total_cents',
    ],
    ...['price_lines', 'status', 'confirmed_at', 'cancelled_at', 'cancel_reason', 'disowned_at'],
    ...['kept_cents', 'held_level_ids', 'created_at', 'updated_at'],
  ],
  users: [
    // Of a place that waits for another account, never of one that is deleted.
    'invited_email',
    ...['id', 'password_hash', 'email_verified_at', 'second_factor_at', 'blocked_at', 'blocked_reason'],
    'anonymized_at',
    ...['words', 'created_at', 'updated_at'],
  ],
}

test.each([
  ['registrations', Object.keys(PERSON_COLUMNS)],
  ['users', ['name', 'email', ...PERSONAL_COLUMNS]],
] as const)(
  'every column of %s is removed with the account or known to be impersonal',
  async (table, personal) => {
    const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table}`.execute(db)
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...IMPERSONAL[table], ...personal].toSorted())
  },
)

test('of the person in a registration only the sex stays', async () => {
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
  const before = await people()
  expect((await remove(user)).statusCode).toBe(200)
  const after = await people()
  for (const column of Object.keys(PERSON_COLUMNS) as PersonColumn[])
    for (const [i, person] of after.entries())
      if (column === 'sex') expect(person[column]).toBe(before[i]?.[column])
      else expect(person[column], column).not.toBe(before[i]?.[column])
})

test('a removed account’s e-mail and CPF can register again', async () => {
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

test('a coming event blocks deletion; a cancelled registration or event does not', async () => {
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

test.each(['Organizador', 'Admin', 'Empresa'] as const)(
  '%s answers for an organization and stays',
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
