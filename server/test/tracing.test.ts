// @module-tag operation
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { startProduct } from './product.ts'
import { submission } from './wizard.ts'

vi.setConfig({ testTimeout: 60_000 })
const POLL = { timeout: 20_000 }

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
}
interface Received {
  resourceSpans: { resource: { attributes: unknown }; scopeSpans: { spans: Span[] }[] }[]
}

/** A receiver of OTLP over HTTP. */
const bodies: { path: string | undefined; key: unknown; body: string }[] = []
const receiver = createServer(async (request, response) => {
  bodies.push({ path: request.url, key: request.headers.key, body: await text(request) })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})

test('a registration and its jobs share a trace and a request id; neither spans nor log contain personal data', async () => {
  const product = await startProduct({
    DATABASE_URL: url,
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    // Nothing listens on this port, so the request's charge and the job's mail fail.
    SMTP_URL: 'smtp://127.0.0.1:1',
    PAYMENT_GATEWAY: 'asaas',
    ASAAS_API_URL: 'http://127.0.0.1:1/v3',
    ASAAS_API_KEY: `$aact_${'x'.repeat(30)}`,
    ASAAS_WEBHOOK_TOKEN: 'y'.repeat(40),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'key=secret',
    OTEL_SERVICE_NAME: 'largada-teste',
  })
  let log = ''
  product.child.stdout?.on('data', (chunk) => {
    log += chunk
  })
  const user = await createUser(db, { name: 'Marina Rastreada' })
  const event = await createEvent(db)
  const register = (headers: Record<string, string>) =>
    fetch(`${product.url}${API_BASE}/events/${event.id}/register-participant?de=${user.email}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(submission(event)),
    })
  const traceId = 'ab'.repeat(16)
  const answer = await register({
    'x-request-id': 'balcao-0001',
    traceparent: `00-${traceId}-${'cd'.repeat(8)}-01`,
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-request-id')).toBe('balcao-0001')
  // An id of digits only is replaced, because it may be a CPF.
  const other = await register({ 'x-request-id': '52998224725' })
  expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const forgot = await fetch(`${product.url}${API_BASE}/resetPassword`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'balcao-0002',
      traceparent: `00-${traceId}-${'cd'.repeat(8)}-01`,
    },
    body: JSON.stringify({ email: user.email }),
  })
  expect(forgot.status).toBe(200)
  // Served from the cache after the first request.
  const listTraceId = 'ef'.repeat(16)
  const headers = { traceparent: `00-${listTraceId}-${'cd'.repeat(8)}-01` }
  for (let n = 0; n < 3; n++) await (await fetch(`${product.url}${API_BASE}/events`, { headers })).text()
  const lines = (reqId: string) =>
    log
      .split('\n')
      .filter((line) => line.includes(`"reqId":"${reqId}"`))
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
  await expect.poll(() => lines('balcao-0001'), POLL).toContain('charge not created, will be tried again')
  await expect.poll(() => lines('balcao-0001'), POLL).toContain('job failed, will be retried')
  await expect.poll(() => lines('balcao-0002'), POLL).toContain('job failed, will be retried')
  expect(await product.end('SIGTERM')).toBe(0)

  expect(new Set(bodies.map(({ path, key }) => `${path} ${key}`))).toEqual(new Set(['/v1/traces secret']))
  const sent = bodies.map(({ body }) => body).join('\n')
  expect(sent).toContain('largada-teste')
  const spans = bodies.flatMap(({ body }) =>
    (JSON.parse(body) as Received).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  const listed = spans.filter((span) => span.traceId === listTraceId)
  expect(listed.filter(({ name }) => name === `GET ${API_BASE}/events`)).toHaveLength(3)
  const own = spans.filter((span) => span.traceId === traceId)
  const root = own.find(({ name }) => name === `POST ${API_BASE}/events/:eventId/register-participant`)
  expect(root).toMatchObject({ parentSpanId: 'cd'.repeat(8), kind: 2 })
  const children = own.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name)
  expect(children).toContain('select')
  expect(children).toContain('asaas createCharge')
  expect(own.map(({ name }) => name)).toContain('job send-password-reset-mail')
  expect(own.map(({ name }) => name)).toContain('job create-charge')
  for (const personal of [user.email, user.cpf ?? '', user.token, 'Marina', 'Rastreada', '11987654321']) {
    expect(sent).not.toContain(personal)
    expect(log).not.toContain(personal)
  }
})
