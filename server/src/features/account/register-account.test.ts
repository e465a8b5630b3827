import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { CONSENT_TEXTS, plainConsentText } from '#contract/account/consent-text.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { registrationForm } from '#test/factories/account.ts'
import { createUser } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const register = (form = registrationForm()) => app.call('POST', '/register', { body: form })
const userOf = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()
const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

test('a registration is stored normalized and sends the verification link', async () => {
  const form = registrationForm()
  const answer = await register(form)
  const email = form.email.toLowerCase()
  const user = await userOf(email)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({
    status: 201,
    message: 'Participante registrado com sucesso!',
    data: { id: user?.id, name: form.name, email },
  })
  expect(user).toMatchObject({
    birth_on: '1990-05-20',
    sex: 1,
    rg: '12.345.678-9',
    cpf: form.cpf,
    phone: '11987654321',
    emergency_contact: 'João Souza',
    emergency_contact_phone: '11912345678',
    zip: '01001000',
    street: 'Praça da Sé',
    street_number: '100',
    complement: null,
    district: 'Sé',
    city: 'São Paulo',
    state_code: 'SP',
    email_verified_at: null,
    image_path: null,
    document_path: null,
  })
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const roles = await db
    .selectFrom('user_roles')
    .selectAll()
    .where('user_id', '=', Number(user?.id))
    .execute()
  expect(roles.map((row) => row.role)).toEqual(['Participante'])

  const mails = await mailTo(app, email)
  expect(mails.map((mail) => mail.subject)).toEqual(['Confirme seu e-mail na Largada'])
  expect(mails[0]?.text).toContain(`${app.deps.config.publicUrl}/api/v1/email/verify?token=`)
})

test('consents are stored with version and hash of the text, time and origin', async () => {
  const form = registrationForm()
  await app.call('POST', '/register', { body: form, headers: { 'user-agent': 'Navegador/1.0' } })
  const user = await userOf(form.email)
  const consents = await db
    .selectFrom('consents')
    .selectAll()
    .where('user_id', '=', Number(user?.id))
    .orderBy('id')
    .execute()
  expect(consents.map((row) => [row.kind, row.granted])).toEqual([
    ['terms', true],
    ['promotions', true],
    ['event_updates', false],
  ])
  const words = plainConsentText(CONSENT_TEXTS.terms)
  expect(words).toContain('Termo de Consentimento para Tratamento de Dados Pessoais')
  expect(consents[0]).toMatchObject({
    version: CONSENT_TEXTS.terms.version,
    text_hash: createHash('sha256').update(words).digest('hex'),
    ip: '127.0.0.1',
    user_agent: 'Navegador/1.0',
  })
})

test('all missing fields are reported at once, in the form’s words', async () => {
  const answer = await app.call('POST', '/register', { body: { sex: 1, address: {} } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual({
    status: 422,
    message: 'Erro de validação',
    errors: {
      name: ['Nome obrigatório'],
      email: ['Email obrigatório'],
      birth_date: ['Data de nascimento obrigatória'],
      password: ['Senha obrigatória'],
      cpf: ['CPF obrigatório'],
      phone: ['Telefone obrigatório'],
      emergency_contact: ['Contato de emergência obrigatório'],
      emergency_contact_phone: ['Telefone de emergência obrigatório'],
      accept_terms: ['Aceite os termos obrigatório'],
      'address.zip': ['CEP obrigatório'],
      'address.address': ['Endereço obrigatório'],
      'address.number': ['Número obrigatório'],
      'address.district': ['Bairro obrigatório'],
      'address.city': ['Cidade obrigatória'],
      'address.state': ['Estado obrigatório'],
    },
  })
})

test.each([
  [{ email: 'nada' }, { email: ['Email inválido'] }],
  [{ cpf: '111.111.111-11' }, { cpf: ['CPF inválido'] }],
  [{ password: '1234567' }, { password: ['O campo precisa ter pelo menos 8 caracteres'] }],
  [{ accept_terms: false as true }, { accept_terms: ['Aceite os termos obrigatório'] }],
  [{ birth_date: '31/02/1990' }, { birth_date: ['Data inválida'] }],
  [{ image: 'https://exemplo.test/foto.png' }, { image: ['Arquivo inválido'] }],
])('%o is rejected', async (changes, errors) => {
  const answer = await register(registrationForm(changes))
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual(errors)
})

test('a birth date in the future is rejected', async () => {
  app.deps.clock.set('2026-11-20T15:00:00Z')
  const answer = await register(registrationForm({ birth_date: '2026-11-21' }))
  expect(answer.json().errors).toEqual({ birth_date: ['A data deve ser menor que 20/11/2026'] })
})

test('an e-mail and a CPF belong to one account, whatever case and punctuation', async () => {
  const first = registrationForm()
  await register(first)
  const again = registrationForm({
    email: first.email.toUpperCase(),
    cpf: first.cpf.replace(/(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-'),
  })
  const answer = await register(again)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({
    email: ['Este e-mail já está cadastrado.'],
    cpf: [expect.stringMatching(/^Este CPF já está cadastrado\. .*fale com o nosso atendimento/)],
  })
})

test('of concurrent registrations of one person one succeeds, and the others report why', async () => {
  const form = registrationForm()
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(form)))
  const refused = answers.filter((answer) => answer.statusCode === 422)
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
  expect(refused).toHaveLength(5)
  for (const answer of refused)
    expect(answer.json().errors.email ?? answer.json().errors.cpf).toEqual([
      expect.stringMatching(/já está cadastrado\.$/),
    ])

  const cpf = form.cpf
  const sameCpf = await Promise.all([
    register(registrationForm({ cpf: '529.982.247-25' })),
    register(registrationForm({ cpf: '529.982.247-25' })),
  ])
  expect(sameCpf.map((answer) => answer.statusCode).sort()).toEqual([201, 422])
  expect(cpf).not.toBe('52998224725')
})

test('a picture becomes an upright square avatar that is public', async () => {
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#e97504' } })
    .withExif({ IFD0: { Copyright: 'segredo' } })
    .jpeg()
    .toBuffer()
  const form = registrationForm({ image: dataUrl('application/octet-stream', photo) })
  expect((await register(form)).statusCode).toBe(201)
  const user = await userOf(form.email)
  expect(user?.image_path).toMatch(/^avatars\/[\w-]{36}\.webp$/)
  const stored = await app.deps.files.read(user?.image_path ?? '')
  const picture = await sharp(stored ?? Buffer.alloc(0)).metadata()
  expect(picture).toMatchObject({ format: 'webp', width: 512, height: 512 })
  expect(picture.exif).toBeUndefined()
})

test('a PDF is stored unchanged in a private folder', async () => {
  const pdf = Buffer.from('%PDF-1.7\nconteúdo')
  const form = registrationForm({ image: dataUrl('image/png', pdf) })
  expect((await register(form)).statusCode).toBe(201)
  const user = await userOf(form.email)
  expect(user).toMatchObject({
    image_path: null,
    document_path: expect.stringMatching(/^documents\/[\w-]{36}\.pdf$/),
  })
  expect(await app.deps.files.read(user?.document_path ?? '')).toEqual(pdf)
})

test.each([
  ['text that says it is a picture', dataUrl('image/png', Buffer.from('olá'))],
  [
    'a drawing that may run scripts',
    dataUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
  ],
  ['a page that mentions PDF', dataUrl('application/pdf', Buffer.from('<html>%PDF-'))],
  ['nothing', 'data:image/png;base64,'],
])('%s is rejected as a file', async (_, image) => {
  const form = registrationForm({ image })
  const answer = await register(form)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ image: ['Arquivo inválido'] })
  expect(await userOf(form.email)).toBeUndefined()
})

describe('with a form', () => {
  async function registerWith(fields: Record<string, string | Buffer>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
    // `Response` serializes the form as a browser does.
    const { headers, body } = new Response(form)
    const payload = Buffer.from(await new Response(body).arrayBuffer())
    return app.fastify.inject({
      method: 'POST',
      url: '/api/v1/register',
      headers: { 'content-type': headers.get('content-type') ?? '' },
      payload,
    })
  }
  const data = (form = registrationForm()) => JSON.stringify({ ...form, image: undefined })

  test('the picture is its file, whatever the order of the parts', async () => {
    const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#e97504' } })
      .png()
      .toBuffer()
    for (const isFirst of [true, false]) {
      const form = registrationForm()
      const parts = isFirst ? { image: photo, data: data(form) } : { data: data(form), image: photo }
      const answer = await registerWith(parts)
      expect(answer.statusCode, answer.body).toBe(201)
      expect((await userOf(form.email))?.image_path).toMatch(/^avatars\//)
    }
  })

  test('the file is optional', async () => {
    const form = registrationForm()
    expect((await registerWith({ data: data(form) })).statusCode).toBe(201)
    expect(await userOf(form.email)).toMatchObject({ image_path: null, document_path: null })
  })

  test.each([
    ['without data', () => ({ image: Buffer.from('%PDF-1.7') }), 422],
    ['with data that is no JSON', () => ({ data: '{' }), 400],
    ['with data that is nested too deeply', () => ({ data: '['.repeat(40) + ']'.repeat(40) }), 422],
    ['with data of more than 16 KB', () => ({ data: data() + ' '.repeat(17_000) }), 413],
  ])('%s it is refused', async (_, parts, status) => {
    expect((await registerWith(parts())).statusCode).toBe(status)
  })

  test('a file of more than 10 MB is rejected with an error on its field', async () => {
    const big = Buffer.alloc(10 * 1024 * 1024 + 1, 0x20)
    big.write('%PDF-')
    const answer = await registerWith({ data: data(), image: big })
    expect(answer.statusCode).toBe(413)
    expect(answer.json().errors).toEqual({ image: ['O arquivo pode ter no máximo 10 MB'] })
  })
})

test('one IP address registers at most thirty people an hour', async () => {
  const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
  const attempt = () =>
    limited.call('POST', '/register', { body: registrationForm({ birth_date: '01/01/2099' }) })
  for (let i = 0; i < 30; i++) expect((await attempt()).statusCode).toBe(422)
  const refused = await attempt()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().message).toBe('Muitas tentativas. Aguarde um momento e tente de novo.')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await limited.close()
})

test('the e-mail of a realizador counts as taken', async () => {
  const someone = await createUser(db, { roles: ['Organizador'] })
  const answer = await register(registrationForm({ email: someone.email }))
  expect(answer.json().errors).toEqual({ email: ['Este e-mail já está cadastrado.'] })
})
