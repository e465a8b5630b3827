// @module-tag operation
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as account from '#contract/account/account.ts'
import * as checkout from '#contract/checkout/checkout.ts'
import * as organizerEvents from '#contract/event-management/organizer-events.ts'
import * as participantEdit from '#contract/participants/edit.ts'
import * as producer from '#contract/producer/producer.ts'
import { PERMISSIONS, type Permission, type Role } from '#contract/roles.ts'
import { API_BASE, type Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { buildApp } from '#server/app.ts'
import { builtWeb } from '#server/lib/web.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { registrationForm } from './factories/account.ts'
import { at, createEvent } from './factories/event.ts'
import { eventForm } from './factories/event-form.ts'
import { createOrder } from './factories/order.ts'
import { createProducer, producerForm } from './factories/producer.ts'
import { createOrganizer, createUser, openSession } from './factories/user.ts'
import { registeredRoutes } from './registered-routes.ts'
import { companion, submission } from './wizard.ts'
import { startZipService } from './zip-service.ts'

/* No input makes a route fail: an invalid request is answered with an error envelope in Portuguese, and
   the OpenAPI document declares every response. Every operation is called by every kind of user, mostly
   permitted ones, with one value of an otherwise valid request replaced. Malformed requests are sent
   too.
   
   `npm run test:operation` uses a fixed seed. `npm run test:fuzz` makes 100,000 calls with a new seed and prints
   the statuses. */

const CALLS = Number(process.env.FUZZ_CALLS ?? 0)
const SEED = Number(process.env.FUZZ_SEED ?? (CALLS > 0 ? Date.now() % 2 ** 31 : 20_261_121))
const RUNS = CALLS > 0 ? Math.ceil(CALLS / ALL_ROUTES.length) : 4

const { db } = await testDatabase()
const zip = await startZipService()
zip.answerWith({ body: { erro: true } })
afterAll(zip.close)
const app = await testApp(db, { env: { CEP_URL: zip.url, CEP_FALLBACK_URL: zip.url } })
afterAll(app.close)

const organizer = await createOrganizer(db)
const event = await createEvent(db, { organizerId: organizer.organizerId })
const PRESETS = Object.keys(PERMISSIONS) as Permission[]
// The first registration has the same id as the first event. This id fills the parameters of all paths.
await createOrder(db, event)
const people = {
  participant: await createUser(db),
  organizer,
  realizador: await createProducer(db, { organizer, events: [event.id], permissions: PRESETS }),
  enterprise: await createUser(db, { roles: ['Empresa'] }),
  admin: await createUser(db, { roles: ['Admin'] }),
}
type Person = keyof typeof people

const form = await eventForm(db)
/** Valid bodies for routes with much logic. Other routes receive their documented examples. */
const BODIES = new Map<Route, () => unknown>([
  [account.registerAccount, () => registrationForm()],
  [account.updateProfile, () => registrationForm()],
  [checkout.registerParticipant, () => submission(event, { participants: [companion()] })],
  [
    participantEdit.editRegistration,
    () => ({
      category_id: at(event.categories, 0).id,
      products: [{ id: at(event.kits, 0).id, shirt_size_id: at(at(event.kits, 0).sizes, 1).id }],
      payment_method_id: at(event.paymentMethods, 0).id,
    }),
  ],
  [organizerEvents.createEvent, () => ({ ...form, organizer_id: organizer.organizerId })],
  [organizerEvents.updateEvent, () => form],
  [producer.registerProducer, () => producerForm({ organizer_id: organizer.organizerId })],
  [producer.updateProducer, () => producerForm()],
])

const HOSTILE_VALUE = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '__proto__',
    '%',
    "' or 1=1 --",
    '\u202e',
  ),
  fc.constantFrom<unknown>(
    0,
    -1,
    1.5,
    1e308,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    '2147483648',
    '9223372036854775808',
  ),
  fc.constantFrom<unknown>([], [[]], {}, [null], { id: 1 }, { length: 1e9 }, 'x'.repeat(100_000)),
  fc.constantFrom<unknown>(
    '9999-12-31',
    '0000-01-01',
    '2199-12-31',
    '31/02/2026',
    '99:99',
    '1e3',
    'data:image/png;base64,AAAA',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const PARAMETER = fc.constantFrom(
  ...[
    String(event.id),
    '0',
    '-1',
    '1.5',
    '1e3',
    '9007199254740993',
    '9223372036854775808',
    'x',
    'null',
    '%00',
  ],
  ...[
    '%F0%9F%8F%83',
    '%ED%A0%80',
    '..%2f..',
    '12345678',
    'SP',
    'a'.repeat(300),
    '%27',
    '%25',
    '%',
    '%zz',
    "';--",
  ],
)

interface Operation {
  parameters: { name: string; in: 'path' | 'query' }[]
  /** Absent for routes that take a file, whose forms are tested elsewhere. */
  requestBody?: { content: { 'application/json'?: { example: unknown } } }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
type Schema = z.core.JSONSchema.BaseSchema

const openApi = (await app.call('GET', '/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>
}>()
const operationOf = ({ method, path }: Route): Operation => {
  const found = openApi.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!found) throw new Error(`the document lacks ${method} ${path}`)
  return found
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'document', ...openApi })

/** Returns a function that fails when the document does not declare a response. */
function checkerOf(route: Route) {
  const { responses } = operationOf(route)
  const validators = new Map<object, ValidateFunction>()
  return (answer: LightMyRequestResponse, what: string) => {
    const declared =
      responses[answer.statusCode] ?? (answer.statusCode >= 400 ? responses.default : undefined)
    expect(declared, `${what}: ${answer.statusCode} is not declared`).toBeDefined()
    if (!declared?.content) return
    const type = String(answer.headers['content-type']).split(';')[0] ?? ''
    const content = declared.content[type]
    expect(content, `${what}: ${type} is not declared`).toBeDefined()
    const schema = content?.schema
    if (!schema) return
    const validate =
      validators.get(schema) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
    validators.set(schema, validate)
    expect(validate(answer.json()), `${what}: ${JSON.stringify(validate.errors)}`).toBe(true)
  }
}

type Key = string | number
/** The paths of all values in a document, including the document itself. */
function positionsIn(value: unknown, path: Key[] = []): Key[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...parts.flatMap(([key, part]) => positionsIn(part, [...path, key]))]
}
function replaced(value: unknown, [key, ...rest]: Key[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((part, i) => (i === key ? replaced(part, rest, by) : part))
  const object = value as Record<string, unknown>
  return { ...object, [key]: replaced(object[key], rest, by) }
}

const ENGLISH =
  /\b(invalid|expected|received|unexpected|must|required|not|found|bad|request|unsupported|error|body|is)\b/i

function expectAnswer(answer: LightMyRequestResponse, what: string): void {
  expect(answer.statusCode, `${what} → ${answer.body.slice(0, 300)}`).toBeLessThan(500)
  if (answer.statusCode < 400) return
  const envelope = answer.json()
  expect(envelope.status, what).toBe(answer.statusCode)
  const sentences = [envelope.message, ...Object.values<string[]>(envelope.errors ?? {}).flat()]
  for (const sentence of sentences) {
    expect(sentence, what).toMatch(/\S/)
    expect(sentence, what).not.toMatch(ENGLISH)
  }
}

const ALL_CALLERS: (Person | null)[] = [null, 'participant', 'organizer', 'realizador', 'enterprise', 'admin']
const ROLE_OF: Record<Person, Role> = {
  participant: 'Participante',
  organizer: 'Organizador',
  realizador: 'Organizador',
  enterprise: 'Empresa',
  admin: 'Admin',
}
function mayCall({ access }: Route, caller: Person | null): boolean {
  if (access === 'public') return true
  if (caller === null) return false
  return access === 'user' || access.roles.includes(ROLE_OF[caller])
}

/** Numbers of responses by caller and status class. The long run prints them. */
const counts = new Map<string, Record<string, number>>()
function count(caller: Person | null, status: number): void {
  const row = counts.get(caller ?? 'visitor') ?? {}
  const key = `${Math.floor(status / 100)}xx`
  row[key] = (row[key] ?? 0) + 1
  counts.set(caller ?? 'visitor', row)
}
afterAll(() => {
  if (CALLS === 0) return
  const lines = [...counts].map(([caller, row]) => `${caller.padEnd(12)} ${JSON.stringify(row)}`)
  process.stdout.write(`\nseed ${SEED}\n${lines.join('\n')}\n`)
})

describe.each(ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (name, route) => {
    const { parameters, requestBody } = operationOf(route)
    const json = requestBody?.content['application/json']
    const body = json && (BODIES.get(route)?.() ?? json.example)
    const query = parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name)
    const checkAnswer = checkerOf(route)
    const request = fc.record({
      caller: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...ALL_CALLERS.filter((caller) => mayCall(route, caller))) },
        { weight: 1, arbitrary: fc.constantFrom(...ALL_CALLERS) },
      ),
      parameters: fc.array(PARAMETER, { minLength: 2, maxLength: 2 }),
      query:
        query.length === 0
          ? fc.constant('')
          : fc.array(fc.tuple(fc.constantFrom(...query), HOSTILE_VALUE), { maxLength: 3 }).map(asQuery),
      position: fc.constantFrom(...positionsIn(body)),
      hostile: HOSTILE_VALUE,
    })

    test('answers below 500 and as documented when any value is replaced', {
      timeout: 15_000 + RUNS * 500,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(request, async ({ caller, parameters, query, position, hostile }) => {
          const path = filled(route.path, [...parameters])
          const answer = await app.fastify.inject({
            method: route.method,
            url: `${API_BASE}${path}?${query}`,
            headers: {
              // Each call uses a new session, because some routes end it.
              ...(caller && { authorization: `Bearer ${await openSession(db, people[caller].id)}` }),
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { payload: JSON.stringify(replaced(body, position, hostile)) }),
          })
          const what = `${name} ${path}?${query} ${JSON.stringify({ caller, position, hostile })?.slice(0, 300)}`
          count(caller, answer.statusCode)
          expectAnswer(answer, what)
          checkAnswer(answer, what)
        }),
        { seed: SEED, numRuns: RUNS },
      )
    })
  },
)

describe('addresses of pages', () => {
  const PATHS = [
    ...new Set(
      [
        ...readFileSync(join(import.meta.dirname, '../../web/app/paths.ts'), 'utf8').matchAll(
          /'(\/[\w/:.-]*)'/g,
        ),
      ].map(([, path = '']) => path),
    ),
  ]
  const NAMES = [
    ...[
      'title',
      'date_event_start',
      'date_event_end',
      'state',
      'city',
      'status',
      'pagina',
      'evento',
      'message',
    ],
    ...['token', 'next', 'papel', 'busca', 'situacao', '_routes', 'index', '__proto__', '%00', '%ff'],
  ]
  const TEXT = fc.oneof(
    fc.constantFrom('%00', 'a%00', '%00a', '%ff', '%c3%28', '%ED%A0%80', '%', '%zz', '%u0000', '%0d%0a'),
    fc.constantFrom(
      '999999999999999999999999',
      '1e309',
      '-1',
      '9007199254740993',
      'NaN',
      '0x10',
      '2026-02-31',
    ),
    fc.constantFrom('%F0%9F%8F%83', '..%2f..', '%2e%2e', '%5c', '<b>', '%3Cscript%3E', 'x'.repeat(3_000)),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
  /**
   * Query parameters: a value, a repeated name, and the notations of lists and objects in other frameworks.
   */
  const QUERY = fc
    .array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('', '[]', '[a]', '[0][a]', '.a'), TEXT), {
      minLength: 1,
      maxLength: 4,
    })
    .map((pairs) => pairs.map(([name, nested, value]) => `${name}${nested}=${value}`).join('&'))
  const ADDRESS = fc.record({
    path: fc.constantFrom(...PATHS),
    values: fc.array(TEXT, { minLength: 2, maxLength: 2 }),
    data: fc.constantFrom('', '', '.data'),
    query: QUERY,
  })

  let pages: FastifyInstance
  beforeAll(async () => {
    // Static files are not part of this test.
    const web = { ...(await builtWeb()), mountAssets: () => undefined }
    pages = (await buildApp(app.deps, { web })).fastify
    return () => pages.close()
  })
  let visitors = 0
  /** Each request comes from its own address, because searches of one visitor are limited. */
  const visit = (url: string) => {
    visitors++
    return pages.inject({ url, remoteAddress: `10.0.${visitors >> 8}.${visitors & 255}` })
  }

  test('all paths are found', () => {
    expect(PATHS.length).toBeGreaterThan(70)
  })

  test.each(['title', 'city', 'date_event_start', 'date_event_end', 'state', 'status'])(
    'a filter value that cannot be read is ignored: %s',
    async (name) => {
      for (const value of ['a%00', '%00', '%ff', '%ED%A0%80', '9'.repeat(40), 'a&title=%00']) {
        const url = `/?state=SP&${name}=${value}&${name}[]=${value}&${name}[a]=${value}`
        expect((await visit(url)).statusCode, url).toBe(200)
      }
    },
  )

  test('a page is shown, redirected, not found, or refused', {
    timeout: 60_000 + RUNS * 2_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(ADDRESS, async ({ path, values, data, query }) => {
        const url = `${filled(path, [...values])}${data}?${query}`
        const { statusCode, body } = await visit(url)
        const what = `${url} → ${statusCode} ${body.slice(0, 200)}`
        // 202: the router answers a request for a page's data with a redirect.
        expect([200, 202, 301, 302, 400, 404, 429], what).toContain(statusCode)
      }),
      { seed: SEED, numRuns: RUNS * 20 },
    )
  })

  test('a path that is neither a page nor the API also answers below 500', {
    timeout: 30_000 + RUNS * 500,
  }, async () => {
    const routes = registeredRoutes(pages)
      .filter((route) => route.startsWith('GET ') && !route.includes(API_BASE))
      .map((route) => route.slice('GET '.length))
    expect(routes).toEqual(expect.arrayContaining(['/sitemap.xml', '/dev/mail/:id']))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), TEXT, TEXT, QUERY, async (path, one, other, query) => {
        const url = `${filled(path.replace('*', ':rest'), [one, other])}?${query}`
        expect((await visit(url)).statusCode, url).toBeLessThan(500)
      }),
      { seed: SEED, numRuns: RUNS * 20 },
    )
  })
})

describe('malformed requests', () => {
  const BODIES: [contentType: string, payload: string][] = [
    ['application/json', ''],
    ['application/json', '{'],
    ['application/json', 'null'],
    ['application/json', '[]'],
    ['application/json', '"texto"'],
    ['application/json', '{"__proto__":{"admin":true}}'],
    ['application/json', '{"constructor":{"prototype":{"admin":true}}}'],
    ['application/json', '['.repeat(50_000)],
    ['application/json', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['application/json; charset=utf-16', '{}'],
    ['text/plain', 'texto'],
    ['application/xml', '<a/>'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['multipart/form-data', 'texto'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n'],
    ['nada', '{}'],
  ]
  const HEADERS: Record<string, string>[] = [
    { 'x-forwarded-for': 'ninguém, 1.2.3.4.5' },
    { 'x-forwarded-for': 'fe80::1%eth0' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'x'.repeat(10_000)}` },
    { authorization: 'Basic YTpi' },
    { 'idempotency-key': 'curta' },
    { 'user-agent': 'x'.repeat(5_000) },
    { 'accept-encoding': '\u0000', 'if-none-match': '"' },
  ]

  test.each(
    ALL_ROUTES.filter(({ method }) => method !== 'GET').map(
      (route) => [`${route.method} ${route.path}`, route] as const,
    ),
  )('%s', async (name, { method, path, access }) => {
    const person = access === 'public' ? null : access === 'user' ? people.participant : people.admin
    for (const [contentType, payload] of BODIES) {
      const token = person && (await openSession(db, person.id))
      const answer = await app.fastify.inject({
        method,
        url: API_BASE + filled(path, []),
        headers: { 'content-type': contentType, ...(token && { authorization: `Bearer ${token}` }) },
        payload,
      })
      expectAnswer(answer, `${name} ${contentType} ${payload.slice(0, 40)}`)
    }
  })

  test.each(HEADERS.map((headers) => [Object.keys(headers).join(' '), headers] as const))(
    '%s',
    async (name, headers) => {
      const token = await openSession(db, people.participant.id)
      for (const call of [
        { method: 'GET', url: '/events' },
        { method: 'POST', url: '/login', payload: { email: 'a@exemplo.test', password: 'errada' } },
        { method: 'POST', url: '/register', payload: registrationForm() },
        { method: 'POST', url: `/events/${event.id}/register-participant`, payload: submission(event) },
      ] as const)
        expectAnswer(
          await app.fastify.inject({
            ...call,
            url: API_BASE + call.url,
            headers: { authorization: `Bearer ${token}`, ...headers },
          }),
          `${name} ${call.url}`,
        )
    },
  )

  test.each([
    '/nada',
    '/api/v1/nada',
    '/api/v1/%zz',
    '/api/v1',
    '/storage/%2e%2e/secrets.json',
    '/%00',
    '/events/%ff',
  ])('POST and GET %s', async (url) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.fastify.inject({ method, url })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expectAnswer(answer, `${method} ${url}`)
    }
  })
})

const filled = (path: string, values: string[]): string => path.replace(/:\w+/g, () => values.pop() ?? '1')

function asQuery(pairs: [string, unknown][]): string {
  return pairs
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())}`,
    )
    .join('&')
}
