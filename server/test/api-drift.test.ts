import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { API_BASE } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { registeredRoutes } from './registered-routes.ts'

/* The contract, the server and the documentation must declare the same routes. */

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const documentOf = async () => (await app.call('GET', '/openapi.json')).json()
const declared = ALL_ROUTES.map((route) => `${route.method} ${route.path}`).sort()

test('every route of the contract is registered once', () => {
  expect(new Set(declared).size).toBe(declared.length)
  const missing = ALL_ROUTES.filter(
    ({ method, path }) => !app.fastify.hasRoute({ method, url: API_BASE + path }),
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('the server has no route below /api/v1 that the contract does not have', () => {
  const registered = registeredRoutes(app.fastify)
    .filter((route) => route.includes(` ${API_BASE}/`))
    .map((route) => route.replace(API_BASE, ''))
  // Fastify adds HEAD to every GET route. `/*` is the handler of unknown paths below the base.
  const own = registered.filter((route) => !/^HEAD |\/\*$/.test(route) && route !== 'GET /openapi.json')
  // The router merges parameters at the same position under one name.
  const nameless = (routes: string[]) => routes.map((route) => route.replace(/:[^/]+/g, ':')).sort()
  expect(nameless(own)).toEqual(nameless(declared))
})

test('the documentation lists exactly these routes as valid OpenAPI 3.1', async () => {
  const document = await documentOf()
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  const listed = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
  const names = listed.map(
    ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect(names.sort()).toEqual(declared)

  for (const { path, method, operation } of listed) {
    const what = `${method} ${path}`
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(described.map((parameter) => parameter.name).sort(), what).toEqual(named.sort())
    expect(
      described.every((parameter) => parameter.required),
      what,
    ).toBe(true)
    const places = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(places).size, what).toBe(places.length)
    expect(Object.keys(operation.responses), what).toEqual(expect.arrayContaining(['default']))
    expect(
      Object.values(operation.responses).every((response) => response.description),
      what,
    ).toBe(true)
    if (method === 'get') expect(operation.requestBody, what).toBeUndefined()
  }
})

test('each operation has the name of its route, says who may call it, and shows a body that it accepts', async () => {
  const { paths } = await documentOf()
  const operations = ALL_ROUTES.map((route) => ({
    route,
    operation: paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()] as Operation,
  }))
  const names = operations.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(ALL_ROUTES.length)
  for (const { route, operation } of operations) {
    const { operationId, security, requestBody } = operation
    expect(operationId).toMatch(/^[a-z]\w+$/)
    expect(security, operationId).toEqual(route.access === 'public' ? [] : [{ bearer: [] }])
    const json = requestBody?.content['application/json']
    if (json) expect(route.body.safeParse(json.example).error?.issues, operationId).toBeUndefined()
  }
})

test('what several operations share is a named component', async () => {
  const document = await documentOf()
  const { Payout, OrganizerEvent, PageMeta, ...others } = document.components.schemas
  for (const schema of [Payout, OrganizerEvent, PageMeta])
    expect(schema).toMatchObject({ type: 'object', required: expect.any(Array) })
  expect(Object.keys(others).length).toBeGreaterThan(100)
  expect(
    document.paths['/organizer/payouts'].get.responses[200].content['application/json'].schema,
  ).toMatchObject({
    properties: {
      data: { items: { $ref: '#/components/schemas/Payout' } },
      meta: { $ref: '#/components/schemas/PageMeta' },
    },
  })
})

test('CPF and e-mail are sent in request bodies, never in URLs', () => {
  const named = ALL_ROUTES.flatMap(({ method, path, query, params }) =>
    [query, params].flatMap((schema) =>
      (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
        .filter((name) => /cpf|e?mail|phone|person|actor|search|name$|document/i.test(name))
        .map((name) => `${method} ${path} ${name}`),
    ),
  )
  expect(named.sort()).toEqual([
    'GET /admin/enterprises search', // finds enterprises by name and CNPJ
    // The gateway's charge id or a registration's number. Our screens send personal data through the POST
    // routes.
    'GET /admin/gateway-messages search',
    'GET /admin/jobs search',
    'GET /enterprise/cities search', // finds cities
    // Required by the specification. Our screens use the POST search routes instead.
    'GET /organizer/events/:id/export-event-participants search',
    'GET /organizer/events/:id/participants search',
    'GET /organizer/owners search', // finds companies by their trade name
  ])
})

test('every reference in the documentation resolves', async () => {
  const document = await documentOf()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
    ([, reference = '']) => reference,
  )
  for (const reference of new Set(references)) {
    const target = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)
    expect(target, reference).toBeDefined()
  }
})

interface Operation {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: { 'application/json'?: { example: unknown } } }
  responses: Record<string, { description?: string }>
}
