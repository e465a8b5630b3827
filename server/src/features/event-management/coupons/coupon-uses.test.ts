import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, nextCpf, type TestUser } from '#test/factories/user.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
let app: TestApp
let organizer: TestUser & { organizerId: number }

beforeAll(async () => {
  app = await testApp(db)
  organizer = await createOrganizer(db)
})
afterAll(() => app.close())

const eventWith = (coupon = {}) =>
  createEvent(db, { organizerId: organizer.organizerId, coupons: [{ code: 'TIME', ...coupon }] })
const call = (method: 'GET' | 'POST' | 'DELETE', event: TestEvent, part: string, body?: unknown) =>
  app.call(method, `/organizer/events/${event.id}/coupons/${at(event.coupons, 0).id}/${part}`, {
    token: organizer.token,
    ...(body !== undefined && { body }),
  })
const codesOf = async (event: TestEvent) => (await call('GET', event, 'codes?per_page=100')).json()
const orderWith = (event: TestEvent, buyer: TestUser, code: string) =>
  register(
    app,
    event,
    buyer,
    submission(event, { discount_coupon_id: at(event.coupons, 0).id, discount_coupon_code: code }),
  )

test('generates codes up to a total, twice at once and again too', async () => {
  const event = await eventWith({ codes: [] })
  const answers = await Promise.all([
    call('POST', event, 'codes', { total: 50 }),
    call('POST', event, 'codes', { total: 50 }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(answers.map((answer) => answer.json().data.created).sort((a, b) => a - b)).toEqual([0, 50])
  expect((await call('POST', event, 'codes', { total: 60 })).json().data).toEqual({ created: 10 })
  expect((await call('POST', event, 'codes', { total: 60 })).json().data).toEqual({ created: 0 })
  const { data, meta, counts } = await codesOf(event)
  expect([meta.total, counts]).toEqual([60, { free: 60, used: 0, revoked: 0 }])
  expect(new Set(data.map(({ code }: { code: string }) => code)).size).toBe(60)
  for (const { code } of data) expect(code).toMatch(/^TIME-[A-HJ-NP-Z2-9]{8}$/)
  const audits = await db
    .selectFrom('audit_log')
    .where('event_id', '=', event.id)
    .where('action', '=', 'event.coupon_codes_created')
    .select('after')
    .execute()
  expect(audits.map(({ after }) => after)).toEqual([
    { Cupom: 'TIME', Quantidade: '50' },
    { Cupom: 'TIME', Quantidade: '10' },
  ])
})

test('five thousand codes at once, but no more', async () => {
  const event = await eventWith({ codes: [] })
  expect((await call('POST', event, 'codes', { total: 5_000 })).json().data).toEqual({ created: 5_000 })
  expect((await call('POST', event, 'codes', { total: 10_001 })).json().errors).toEqual({
    total: ['Gere até 5.000 códigos por vez.'],
  })
  expect((await call('POST', event, 'codes', { total: 20_001 })).statusCode).toBe(422)
})

test('a coupon without single-use codes gets none, and one of another event is unknown', async () => {
  const event = await eventWith()
  expect((await call('POST', event, 'codes', { total: 5 })).json().errors).toEqual({
    total: ['Marque "Códigos de uso único" no cupom e salve antes de gerar.'],
  })
  const other = await createEvent(db, { organizerId: organizer.organizerId })
  for (const [method, part, body] of [
    ['GET', 'codes', undefined],
    ['POST', 'codes', { total: 1 }],
    ['POST', 'codes/revoke', { code_ids: null }],
    ['GET', 'people', undefined],
    ['POST', 'people', { list: nextCpf() }],
    ['DELETE', 'people', undefined],
  ] as const)
    expect((await call(method, { ...event, id: other.id }, part, body)).statusCode).toBe(404)
})

test('shows which registration used a code, and revokes unused codes only', async () => {
  const event = await eventWith({ codes: ['TIME-AAAA2222', 'TIME-BBBB3333', 'TIME-CCCC4444'] })
  const buyer = await createUser(db)
  const placed = await orderWith(event, buyer, 'TIME-AAAA2222')
  const registrationId = placed.json().data.registrations[0].id
  const { data } = await codesOf(event)
  expect(data[0]).toMatchObject({
    code: 'TIME-AAAA2222',
    link: `http://localhost:3000/events/${event.slug}?cupom=TIME-AAAA2222`,
    status: 'used',
    registration_id: registrationId,
    used_at: expect.any(String),
  })
  expect(data[1]).toMatchObject({ status: 'free', registration_id: null, used_at: null })

  expect((await call('POST', event, 'codes/revoke', { code_ids: [data[1].id] })).json().data).toEqual({
    revoked: 1,
  })
  expect((await call('POST', event, 'codes/revoke', { code_ids: null })).json().data).toEqual({ revoked: 1 })
  expect((await call('POST', event, 'codes/revoke', { code_ids: null })).json().data).toEqual({ revoked: 0 })
  expect((await codesOf(event)).counts).toEqual({ free: 0, used: 1, revoked: 2 })
  const refused = await orderWith(event, await createUser(db), 'TIME-BBBB3333')
  expect(refused.json().errors).toEqual({ discount_coupon_id: ['Cupom inválido.'] })
})

test('the file has a link for each code', async () => {
  const event = await eventWith({ codes: ['TIME-AAAA2222'] })
  const file = await call('GET', event, 'codes.csv')
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body).toContain('Código;Link;Situação;Inscrição;Usado em')
  expect(file.body).toContain(
    `TIME-AAAA2222;http://localhost:3000/events/${event.slug}?cupom=TIME-AAAA2222;Livre`,
  )
})

test('a list of people is written whole or not at all, and its errors name the lines', async () => {
  const event = await eventWith({ forList: true })
  const cpf = nextCpf()
  const wrong = await call('POST', event, 'people', { list: `${cpf}\n\nfulano\n123.456.789-00\n` })
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    422,
    {
      list: [
        'Linha 3: "fulano" não é um CPF nem um e-mail.',
        'Linha 4: "123.456.789-00" não é um CPF nem um e-mail.',
      ],
    },
  ])
  expect((await call('GET', event, 'people')).json().data).toEqual({ cpfs: 0, emails: 0 })
  expect((await call('POST', event, 'people', { list: ' \n' })).json().errors).toEqual({
    list: ['Cole um CPF ou e-mail por linha.'],
  })

  const list = `\uFEFF${cpf}\r\nBia@Exemplo.test\r\n${cpf}\r\n`
  const added = { added: 2, cpfs: 1, emails: 1 }
  expect((await call('POST', event, 'people', { list })).json().data).toEqual(added)
  expect((await call('POST', event, 'people', { list })).json().data).toEqual({ ...added, added: 0 })
  const bia = await createUser(db, { email: 'bia@exemplo.test' })
  expect((await orderWith(event, bia, 'TIME')).statusCode).toBe(201)
  await call('DELETE', event, 'people')
  expect((await call('GET', event, 'people')).json().data).toEqual({ cpfs: 0, emails: 0 })
  expect((await orderWith(event, await createUser(db), 'TIME')).statusCode).toBe(422)
})

test('twenty thousand people are listed at once', { tags: 'operation', timeout: 30_000 }, async () => {
  const event = await eventWith({ forList: true })
  const list = Array.from({ length: 20_000 }, (_, i) => `pessoa${i}@lista.test`).join('\n')
  expect((await call('POST', event, 'people', { list })).json().data).toEqual({
    added: 20_000,
    cpfs: 0,
    emails: 20_000,
  })
  expect((await call('POST', event, 'people', { list: 'mais-uma@lista.test' })).json().errors).toEqual({
    list: ['A lista pode ter até 20.000 pessoas.'],
  })
})
