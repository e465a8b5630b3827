import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { registrationForm } from './factories/account.ts'
import { createOrganizer } from './factories/user.ts'

/* Requests of anonymous clients cost the server little: bodies are refused by their announced size, by
   their path or by their structure before they are parsed, and slow bodies do not delay other clients. */

const { db } = await testDatabase()
const app = await testApp(db, { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } })
afterAll(app.close)
await app.fastify.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.fastify.server.address() as AddressInfo
beforeEach(async () => void (await db.deleteFrom('rate_limits').execute()))

const organizer = await createOrganizer(db)

interface Announced {
  path: string
  bytes: number
  from?: string
  type?: string
  token?: string
}

/** Sends the head of a request without its body. */
function announce({
  path,
  bytes,
  from = '203.0.113.1',
  type = 'application/json',
  token,
}: Announced): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const authorization = token ? `authorization: Bearer ${token}\r\n` : ''
  socket.write(
    `POST ${API_BASE}${path} HTTP/1.1\r\nhost: largada.test\r\nx-forwarded-for: ${from}\r\n${authorization}` +
      `content-type: ${type}\r\ncontent-length: ${bytes}\r\n\r\n`,
  )
  return socket
}

/** Returns the status and message that are answered before a body arrives. */
async function refusalOf(announced: Announced): Promise<{ status: number; message: string }> {
  const socket = announce(announced)
  let answer = ''
  do {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    answer += chunk
  } while (!answer.endsWith('}'))
  socket.destroy()
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), message: JSON.parse(body).message }
}

const KB = 1024
const MB = 1024 * KB

describe('a body over the limit of its route is 413 before it is read', () => {
  test.each([
    ['/login', 4 * KB, ''],
    ['/register', 64 * KB, ''],
    ['/organizer/producers/register', 32 * KB, organizer.token],
    ['/events/1/register-participant', 128 * KB, organizer.token],
    ['/events/create', 15 * MB, organizer.token],
  ])('%s: %i bytes', async (path, most, token) => {
    expect(await refusalOf({ path, token, bytes: most + 1 })).toEqual({
      status: 413,
      message: 'Os dados enviados são grandes demais.',
    })
  })

  test('a form of more than 15 MB', async () => {
    const form = { path: '/register', type: 'multipart/form-data; boundary=x', bytes: 15 * MB + 1 }
    expect(await refusalOf(form)).toEqual({ status: 413, message: 'O arquivo enviado é grande demais.' })
  })

  test('of unknown length, as soon as it is too large', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob(['x'.repeat(5_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })
})

describe('the structure of JSON is checked before it is parsed', () => {
  const register = (payload: string) =>
    app.fastify.inject({
      method: 'POST',
      url: `${API_BASE}/register`,
      headers: { 'content-type': 'application/json' },
      payload,
    })
  const tooComplex = { status: 422, message: 'Os dados enviados têm itens ou níveis demais.' }
  const nested = (levels: number) => `{"address":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`

  test.each([
    ['33 levels', nested(33)],
    ['levels that never end', '['.repeat(33)],
    ['levels that are no JSON', '[}'.repeat(100) + '{'.repeat(200)],
    ['5,001 values', `[${'1,'.repeat(5_000)}1]`],
    ['5,001 keys', keys(5_001)],
    ['5,001 empty objects', `[${'{},'.repeat(2_500)}{}]`],
  ])('%s are 422', async (_, payload) => {
    const answer = await register(payload)
    expect(answer.json()).toEqual(tooComplex)
  })

  test.each([
    ['32 levels', nested(32)],
    ['4,999 keys', keys(4_999)],
    ['brackets and commas within text', JSON.stringify({ name: '[{,"\\'.repeat(3_000) })],
  ])('%s are parsed', async (_, payload) => {
    const answer = await register(payload)
    expect(answer.json()).toMatchObject({ status: 422, message: 'Erro de validação' })
  })

  test('a document of an event may have more', async () => {
    const answer = await app.call('POST', '/events/create', {
      token: organizer.token,
      body: { discount_cupons: Array.from({ length: 6_000 }, () => ({})) },
    })
    expect(answer.json().message).toBe('Erro de validação')
  })
})

test('an address sends 120 bodies above 16 KB a minute; the next is 429 before it is read', async () => {
  const from = '203.0.113.7'
  const send = (bytes: number) =>
    app.fastify.inject({
      method: 'POST',
      url: `${API_BASE}/register`,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      payload: `{${' '.repeat(bytes - 2)}}`,
    })
  const small = await Promise.all(Array.from({ length: 130 }, () => send(16 * KB)))
  expect(new Set(small.map(({ statusCode }) => statusCode))).toEqual(new Set([422]))
  const large = await Promise.all(Array.from({ length: 120 }, () => send(16 * KB + 1)))
  expect(new Set(large.map(({ statusCode }) => statusCode))).toEqual(new Set([422]))

  const refused = { path: '/register', bytes: 20 * KB, from }
  expect(await refusalOf(refused)).toEqual({
    status: 429,
    message: 'Muitas tentativas. Aguarde um momento e tente de novo.',
  })
  expect(await refusalOf({ ...refused, type: 'multipart/form-data; boundary=x' })).toMatchObject({
    status: 429,
  })
  expect((await send(1 * KB)).statusCode, 'small bodies are not counted').toBe(422)
})

test('an address without an account sends 60 forms above 256 KB an hour', async () => {
  const type = 'multipart/form-data; boundary=x'
  const send = () =>
    app.fastify.inject({
      method: 'POST',
      url: `${API_BASE}/register`,
      headers: { 'content-type': type, 'x-forwarded-for': '203.0.113.9' },
      payload: `--x\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n\r\n${' '.repeat(256 * KB)}\r\n--x--\r\n`,
    })
  const sent = await Promise.all(Array.from({ length: 20 }, send))
  for (let n = 20; n < 60; n++) sent.push(await send())
  expect(new Set(sent.map(({ statusCode }) => statusCode))).toEqual(new Set([422]))
  const refused = { path: '/register', bytes: 300 * KB, from: '203.0.113.9', type }
  expect(await refusalOf(refused)).toMatchObject({ status: 429 })
})

describe('slow bodies of anonymous clients', { tags: 'operation' }, () => {
  const open: Socket[] = []
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy()
  })
  const FORM = 'multipart/form-data; boundary=x'
  const upload = (from: string) => {
    const socket = announce({ path: '/register', bytes: 10 * MB, type: FORM, from })
    open.push(socket)
    return socket
  }
  /** Sends just fast enough to continue for more than a minute. */
  const trickle = (from: string) => {
    const socket = upload(from)
    const timer = setInterval(() => socket.write(Buffer.alloc(100 * KB)), 1_000)
    socket.once('close', () => clearInterval(timer))
  }
  const largePicture = async () => {
    const noise = { type: 'gaussian', sigma: 60, mean: 128 } as const
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#000', noise } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(photo.length).toBeGreaterThan(256 * KB)
    return new Blob([new Uint8Array(photo)])
  }
  async function send(path: string, parts: Record<string, string | Blob>, headers: Record<string, string>) {
    const body = new FormData()
    for (const [name, value] of Object.entries(parts)) body.append(name, value)
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
      method: 'POST',
      headers,
      body,
    })
    return { status: answer.status, body: await answer.json() }
  }

  test('occupy one slot per network, and none of the slots of logged-in users', {
    timeout: 60_000,
  }, async () => {
    const image = await largePicture()
    // A client can use any address of its own IPv6 network.
    for (let n = 0; n < 26; n++) trickle(`2001:db8:9:9::${n}`)
    const data = JSON.stringify(registrationForm())
    const stranger = { 'x-forwarded-for': '2001:db8:9:8::1' }
    expect(await send('/register', { data, image }, stranger)).toMatchObject({ status: 201 })

    for (let n = 0; n < 28; n++) trickle(`198.51.100.${n}`)
    const signedIn = { authorization: `Bearer ${organizer.token}` }
    expect(await send('/organizer/uploads', { file: image }, signedIn)).toMatchObject({ status: 201 })
  })

  test('are ended when less than 64 KB arrive in five seconds', { timeout: 30_000 }, async () => {
    const socket = upload('192.0.2.1')
    socket.write(Buffer.alloc(60 * KB))
    await once(socket, 'close')
  })
})
