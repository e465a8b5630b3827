import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Origin, withOrigin } from './origin.ts'
import type { Tracing } from './tracing.ts'

/** With a letter: digits alone may be somebody's CPF or phone number, and the id is logged. */
const WELL_FORMED = /^(?=.*[A-Za-z])[\w.:-]{8,64}$/

/** The `X-Request-Id` of whoever asks, when it is well-formed. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

declare module 'fastify' {
  interface FastifyRequest {
    origin: Origin | null
  }
}

/** Gives everything that a request does its id, and its span while traces are recorded. */
export function keepOrigin(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest('origin', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    request.origin = { reqId: request.id, span: tracing ? startSpan(tracing, request) : undefined }
    withOrigin(request.origin, done)
  })
  // Reading a body loses the origin.
  app.addHook('preValidation', (request, _reply, done) =>
    request.origin ? withOrigin(request.origin, done) : done(),
  )
  if (!tracing) return
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    request.origin?.span?.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
    done()
  })
}

/** By route and not by address, which may name people. */
function startSpan(tracing: Tracing, { method, routeOptions, headers }: FastifyRequest) {
  const route = routeOptions.url ?? 'none'
  return tracing.start(`${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
    parent: typeof headers.traceparent === 'string' ? headers.traceparent : null,
  })
}
