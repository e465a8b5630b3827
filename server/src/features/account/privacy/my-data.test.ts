import { afterAll, expect, test } from 'vitest'
import { CONSENT_TEXTS } from '#contract/account/consent-text.ts'
import { addDays, dayIn } from '#contract/dates.ts'
import { PERSON_COLUMNS } from '#contract/registration/person.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, registrationForm } from '#test/factories/account.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, nextCpf, type TestUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const setConsents = (user: TestUser, receive_promotions: boolean, receive_event_updates: boolean) =>
  app.call('PUT', '/me/consents', { token: user.token, body: { receive_promotions, receive_event_updates } })

test('consents are granted and revoked by inserting rows, never by updating them', async () => {
  const user = await createUser(db)
  const consents = () => app.call('GET', '/me/consents', { token: user.token })
  expect((await consents()).json().data).toEqual([])
  expect((await setConsents(user, true, false)).json().message).toBe('Preferências salvas com sucesso.')
  await setConsents(user, true, false)
  const answer = await setConsents(user, false, false)
  const { version } = CONSENT_TEXTS.promotions
  expect(answer.json().data).toEqual([
    { kind: 'event_updates', version, granted: false, at: expect.any(String) },
    { kind: 'promotions', version, granted: false, at: expect.any(String) },
  ])
  expect((await consents()).json().data).toEqual(answer.json().data)
  const rows = await db
    .selectFrom('consents')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  expect(rows.map((row) => [row.kind, row.granted])).toEqual([
    ['promotions', true],
    ['event_updates', false],
    ['promotions', false],
  ])
})

test('two concurrent requests for the same consent insert it once', async () => {
  const user = await createUser(db)
  await Promise.all([setConsents(user, true, true), setConsents(user, true, true)])
  const rows = await db.selectFrom('consents').selectAll().where('user_id', '=', user.id).execute()
  expect(rows).toHaveLength(2)
})

test('the export contains everything stored about a user', async () => {
  const form = registrationForm()
  await app.call('POST', '/register', { body: form, headers: { 'user-agent': 'Navegador/1.0' } })
  const email = form.email.toLowerCase()
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('email', '=', email).execute()
  const login = await app.call('POST', '/login', { body: { email, password: PASSWORD } })
  const { token, user } = login.json().data
  const event = await createEvent(db, { title: 'Corrida da Sé' })
  const buyer = { ...user, cpf: form.cpf, token }
  await createOrder(db, event, { buyer, additional: 1, payment: { status: 3, type: 0 } })
  await createOrder(db, await createEvent(db, { title: 'De outra pessoa' }))
  const otherUser = await createUser(db)
  const at = new Date()
  const elsewhere = { at, kind: 'login.failed', userId: otherUser.id, ip: '203.0.113.99', times: 3 } as const
  await recordSecurityEvent(db, elsewhere)
  await recordSecurityEvent(db, { ...elsewhere, userId: user.id, ip: '203.0.113.7' })

  const other = `outro-${email}`
  await app.call('PUT', '/me/email', { token, body: { email: other, password: PASSWORD } })

  const answer = await app.call('GET', '/me/export', { token })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="largada-meus-dados.json"')
  expect(answer.headers['cache-control']).toBe('no-store')
  const data = answer.json()
  expect(data.conta).toMatchObject({
    nome: form.name,
    email,
    cpf: form.cpf,
    data_de_nascimento: '20/05/1990',
    sexo: 'Feminino',
    endereco: { cep: '01001000', logradouro: 'Praça da Sé', estado: 'SP' },
    possui_foto: false,
  })
  expect(data.organizador).toBeNull()
  expect(data.consentimentos[0]).toMatchObject({
    tipo: 'Termo de Consentimento para Tratamento de Dados Pessoais',
    concedido: true,
    navegador: 'Navegador/1.0',
  })
  expect(data.sessoes).toHaveLength(1)
  expect(data.aparelhos_conhecidos).toHaveLength(1)
  expect(data.trocas_de_email).toMatchObject([{ de: email, para: other, confirmada_em: null }])
  expect(data.registro_de_seguranca).toEqual([
    { tipo: 'Entrou', em: expect.any(String), ip: '127.0.0.1', vezes: 1 },
    { tipo: 'Tentativa de entrada recusada', em: at.toISOString(), ip: '203.0.113.7', vezes: 3 },
  ])
  expect(answer.body).not.toContain('203.0.113.99')
  expect(data.inscricoes).toHaveLength(2)
  expect(data.inscricoes[0]).toMatchObject({
    evento: 'Corrida da Sé',
    participante: form.name,
    situacao: 'Confirmado',
    total: '110.00',
    pagamentos: [{ forma: 'Pix', valor: '110.00', situacao: 'Confirmado' }],
  })
  expect(Object.keys(data.inscricoes[0])).toEqual(expect.arrayContaining(Object.values(PERSON_COLUMNS)))
  expect(answer.body).not.toContain('De outra pessoa')
  expect(answer.body).not.toContain('argon2')
})

test('the export contains refunds', async () => {
  const user = await createUser(db)
  await createOrder(db, await createEvent(db), { buyer: user, payment: { status: 5 } })
  const { inscricoes } = (await app.call('GET', '/me/export', { token: user.token })).json()
  expect(inscricoes[0].devolucoes).toEqual([
    {
      valor: '110.00',
      motivo: 'Devolução feita diretamente no meio de pagamento',
      situacao: 'Concluída',
      pedida_em: expect.any(String),
      concluida_em: expect.any(String),
    },
  ])
})

test('the export contains changes of registrations', async () => {
  const user = await createUser(db)
  const event = await createEvent(db, {
    changes: { until: addDays(dayIn('America/Sao_Paulo', new Date()), 20) },
  })
  const order = await createOrder(db, event, { buyer: user, payment: { status: 2 } })
  const { id } = at(order.registrations, 0)
  const kit = at(event.kits, 0)
  const changed = await app.call('POST', `/participant/registrations/${id}/change`, {
    token: user.token,
    body: {
      category_id: at(event.categories, 0).id,
      product_id: kit.id,
      shirt_size_id: at(kit.sizes, 1).id,
      expected_value: '110.00',
    },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const { inscricoes } = (await app.call('GET', '/me/export', { token: user.token })).json()
  expect(inscricoes[0].alteracoes).toMatchObject([
    { situacao: 'Feita', total: '110.00', tamanho: at(kit.sizes, 1).name },
  ])
})

test('the export names the lists of people with a coupon', async () => {
  const cpf = nextCpf()
  const user = await createUser(db, { cpf })
  const other = await createUser(db)
  const event = await createEvent(db, {
    title: 'Corrida do Clube',
    coupons: [{ code: 'CLUBE', forList: true }],
  })
  const coupon_id = at(event.coupons, 0).id
  await db
    .insertInto('coupon_people')
    .values([
      { coupon_id, kind: 'cpf', identity: cpf },
      { coupon_id, kind: 'email', identity: other.email },
    ])
    .execute()
  const { listas_de_cupons } = (await app.call('GET', '/me/export', { token: user.token })).json()
  expect(listas_de_cupons).toEqual([{ evento: 'Corrida do Clube', cupom: 'CLUBE', dado: cpf }])
})

test('an organizer’s export contains the company', async () => {
  const organizer = await createOrganizer(db, { fantasyName: 'Corre Brasil' })
  const answer = await app.call('GET', '/me/export', { token: organizer.token })
  expect(answer.json().organizador).toMatchObject({ nome_fantasia: 'Corre Brasil' })
})

test.each([
  ['GET', '/me/consents'],
  ['PUT', '/me/consents'],
  ['GET', '/me/export'],
  ['DELETE', '/me'],
] as const)('%s %s needs a session', async (method, path) => {
  expect((await app.call(method, path)).statusCode).toBe(401)
})
