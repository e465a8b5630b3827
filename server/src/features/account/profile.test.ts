import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash, registrationForm } from '#test/factories/account.ts'
import { createUser, openSession, type TestUser } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

let photo: Buffer
beforeAll(async () => {
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3f51b5' } })
    .png()
    .toBuffer()
})

const pathOf = (user: TestUser, what = 'profile') => `/participant/${user.id}/${what}`
const get = (user: TestUser, token = user.token) => app.call('GET', pathOf(user), { token })

/** Saves the form of the current profile with changes. */
function put(user: TestUser, changes: object = {}, token = user.token) {
  const { name, phone, rg, birth_date, sex, emergency_contact, emergency_contact_phone, address } =
    registrationForm()
  const body = {
    name,
    email: user.email,
    phone,
    rg,
    birth_date,
    sex,
    emergency_contact,
    emergency_contact_phone,
    address,
  }
  return app.call('PUT', pathOf(user), { token, body: { ...body, ...changes } })
}

test('a user reads their own profile', async () => {
  const user = await createUser(db, { name: 'Ana Lima' })
  expect((await get(user)).json()).toEqual({
    status: 200,
    data: {
      id: user.id,
      name: 'Ana Lima',
      email: user.email,
      pending_email: null,
      phone: '11987654321',
      cpf: user.cpf,
      rg: '123456789',
      birth_date: '20/05/1990',
      sex: 1,
      emergency_contact: 'Contato',
      emergency_contact_phone: '11912345678',
      image: null,
      address: {
        zip: '01001000',
        address: 'Praça da Sé',
        number: '1',
        complement: null,
        district: 'Sé',
        city: 'São Paulo',
        state: 'SP',
      },
    },
  })
})

test('other users’ profiles and pictures are not found, also by administrators', async () => {
  const user = await createUser(db)
  const admin = await createUser(db, { roles: ['Admin'] })
  const stranger = await createUser(db)
  for (const { token } of [admin, stranger]) {
    expect((await get(user, token)).statusCode).toBe(404)
    expect((await put(user, {}, token)).statusCode).toBe(404)
    expect((await app.call('GET', pathOf(user, 'image'), { token })).statusCode).toBe(404)
    expect((await upload(user, photo, { token })).statusCode).toBe(404)
  }
  expect((await app.call('GET', pathOf(user))).statusCode).toBe(401)
})

test('a profile is saved; the CPF never changes', async () => {
  const user = await createUser(db)
  const elsewhere = await openSession(db, user.id)
  const answer = await put(user, {
    name: ' Ana Souza ',
    cpf: '52998224725',
    birth_date: '1991-06-21',
    address: { ...registrationForm().address, zip: '20040-002', state: 'rj', city: 'Rio de Janeiro' },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().message).toBe('Perfil atualizado com sucesso!')
  expect(answer.json().data).toMatchObject({
    name: 'Ana Souza',
    cpf: user.cpf,
    birth_date: '21/06/1991',
    address: { zip: '20040002', state: 'RJ', city: 'Rio de Janeiro' },
    email_changed: false,
  })
  const { email_changed: _, ...saved } = answer.json().data
  expect((await get(user)).json().data).toEqual(saved)
  expect((await app.call('GET', '/me', { token: elsewhere })).statusCode).toBe(200)
})

test('the audit log names changed fields without their values', async () => {
  const user = await createUser(db)
  await put(user, { phone: '21998765432' })
  const [entry] = await db.selectFrom('audit_log').selectAll().where('actor_user_id', '=', user.id).execute()
  expect(entry).toMatchObject({ action: 'user.profile_updated', entity_id: user.id, before: null })
  expect(entry?.after).toEqual({ changed: expect.arrayContaining(['phone', 'name']) })
})

test('a taken e-mail is rejected and nothing is saved', async () => {
  const user = await createUser(db, { passwordHash })
  const other = await createUser(db)
  const answer = await put(user, { email: other.email, name: 'Outra', password: PASSWORD })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ email: ['Este e-mail já está cadastrado.'] })
  expect((await get(user)).json().data).toMatchObject({ name: user.name, email: user.email })
})

test('errors are reported by field, with dotted names for the address', async () => {
  const user = await createUser(db)
  const answer = await put(user, {
    name: '',
    birth_date: '99/99/9999',
    address: { zip: '1', address: 'Rua', number: '1', district: 'Sé', city: '', state: 'XX' },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({
    name: ['Nome obrigatório'],
    birth_date: ['Data inválida'],
    'address.zip': ['CEP inválido'],
    'address.city': ['Cidade obrigatória'],
    'address.state': ['Estado inválido'],
  })
  expect((await put(user, { birth_date: '01/01/2099' })).json().errors).toEqual({
    birth_date: [expect.stringMatching(/^A data deve ser menor que /)],
  })
})

interface UploadOptions {
  token?: string
  field?: string
  type?: string
}

async function upload(
  user: TestUser,
  bytes: Buffer,
  { token = user.token, field = 'image', type = 'image/png' }: UploadOptions = {},
) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'foto.png')
  const encoded = new Response(form)
  return app.fastify.inject({
    method: 'POST',
    url: `/api/v1${pathOf(user, 'image')}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

test('a participant replaces the picture; the previous file is removed', async () => {
  const user = await createUser(db)
  expect((await app.call('GET', pathOf(user, 'image'), { token: user.token })).json()).toEqual({
    status: 200,
    data: { image: null },
    image: null,
  })
  const first = (await upload(user, photo)).json().data.image
  const second = (await upload(user, photo)).json().data.image
  expect(first).toMatch(/^avatars\/[\w-]{36}\.webp$/)
  expect(second).not.toBe(first)
  expect((await app.call('GET', pathOf(user, 'image'), { token: user.token })).json().image).toBe(second)
  expect((await app.call('GET', '/me', { token: user.token })).json().data.user.image).toBe(second)

  await mailTo(app, user.email)
  expect(await app.deps.files.read(first)).toBeNull()
  const picture = await sharp((await app.deps.files.read(second)) ?? Buffer.alloc(0)).metadata()
  expect(picture).toMatchObject({ format: 'webp', width: 512, height: 512 })
})

test('only a participant changes the picture', async () => {
  const organizer = await createUser(db, { roles: ['Organizador'] })
  expect((await upload(organizer, photo)).statusCode).toBe(403)
})

test.each([
  ['text', Buffer.from('olá'), {}, 422, { image: ['Arquivo inválido'] }],
  ['a PDF', Buffer.from('%PDF-1.7'), {}, 422, { image: ['Arquivo inválido'] }],
  ['another field', Buffer.from('olá'), { field: 'foto' }, 422, { image: ['O campo é obrigatório'] }],
  ['11 MB', Buffer.alloc(11 * 1024 * 1024), {}, 413, undefined],
] as const)('a picture that is %s is rejected', async (_, bytes, options, status, errors) => {
  const user = await createUser(db)
  const answer = await upload(user, bytes, options)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().errors).toEqual(errors)
  expect((await app.call('GET', pathOf(user, 'image'), { token: user.token })).json().image).toBeNull()
})

test('a decompression bomb is rejected', { tags: 'operation' }, async () => {
  const user = await createUser(db)
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect((await upload(user, bomb)).json().errors).toEqual({ image: ['Arquivo inválido'] })
})

test('a body that is not multipart or ends early is rejected', async () => {
  const user = await createUser(db)
  const send = (contentType: string, payload: string) =>
    app.fastify.inject({
      method: 'POST',
      url: `/api/v1${pathOf(user, 'image')}`,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': contentType },
      payload,
    })
  expect((await send('application/json', '{}')).statusCode).toBe(415)
  expect((await send('multipart/form-data', 'x')).statusCode).toBe(400)
  expect((await send('multipart/form-data; boundary=b', '--b\r\n\r\nx')).statusCode).toBe(400)
  expect((await send('multipart/form-data; boundary=b', '--b--\r\n')).statusCode).toBe(422)
})

test('a multipart form is rejected by a route that takes no file', async () => {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v1/login',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\na@largada.test\r\n--b--\r\n',
  })
  expect(answer.statusCode).toBe(415)
})

test('the documentation names the field of a file', async () => {
  const { paths } = (await app.call('GET', '/openapi.json')).json()
  const { content } = paths['/participant/{id}/image'].post.requestBody
  expect(content['multipart/form-data'].schema.required).toEqual(['image'])
})
