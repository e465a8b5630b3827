import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tracing } from './tracing.ts'
import { runInContext, type WorkContext } from './work-context.ts'

/** Must contain a letter: the id is logged, and digits alone could be a CPF or phone number. */
const WELL_FORMED = /^(?=.*[A-Za-z])[\w.:-]{8,64}$/

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

declare module 'fastify' {
  interface FastifyRequest {
    workContext: WorkContext | null
  }
}

export function setRequestContext(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest('workContext', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    request.workContext = { reqId: request.id, span: tracing ? startSpan(tracing, request) : undefined }
    runInContext(request.workContext, done)
  })
  // Reading the body loses the asynchronous context.
  app.addHook('preValidation', (request, _reply, done) =>
    request.workContext ? runInContext(request.workContext, done) : done(),
  )
  if (!tracing) return
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    request.workContext?.span?.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
    done()
  })
}

/** Names the span by route, because an address may contain personal data. */
function startSpan(tracing: Tracing, { method, routeOptions, headers }: FastifyRequest) {
  const route = routeOptions.url ?? 'none'
  return tracing.start(`${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
    parent: typeof headers.traceparent === 'string' ? headers.traceparent : null,
  })
}
