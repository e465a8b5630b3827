import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { API_BASE, type Route } from '#contract/route.ts'
import type { AnswerCache } from './answer-cache.ts'
import { actIn, bearerToken, type Caller, preferredRole, requireAccess } from './auth.ts'
import { sendCached } from './cached-response.ts'
import { AppError, asAppError, hasNoRoom } from './errors.ts'
import { addressOf } from './network.ts'
import type { Patience } from './patience.ts'
import type { RateLimiter } from './rate-limit.ts'
import { createRequestBodies, parseJsonBodies } from './request-bodies.ts'
import { type Form, MAX_FIELD_BYTES, MAX_FILE_BYTES, readForm } from './upload.ts'

export interface Context<R extends Route> {
  params: z.output<R['params']>
  query: z.output<R['query']>
  body: z.output<R['body']>
  /** The file of a multipart form that also has a `body`; null without a file. */
  file: Buffer | null
  caller: R['access'] extends 'public' ? Caller | null : Caller
  request: FastifyRequest
  reply: FastifyReply
  ip: string
}

type Given<K extends string, T> = [undefined] extends [T] ? { [key in K]?: undefined } : { [key in K]: T }

/** The envelope without its status. Each part is parsed by its schema, which strips undeclared fields. */
export type Result<R extends Route> = { message?: string } & Given<'data', z.input<R['data']>> &
  Given<'meta', z.input<R['meta']>> &
  Given<'extra', z.input<R['extra']>>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** The handler sent its response itself. A symbol, because a reply is a thenable and would be awaited. */
export const SENT = Symbol('sent')

export interface Api {
  /** A handler whose response has no envelope (a file, a redirect) sends it itself and returns `SENT`. */
  handle<R extends Route>(route: R, handler: (context: Context<R>) => Promise<Result<R> | typeof SENT>): void
  /** The response must depend on parameters and query alone. `isKept` is false for unbounded queries. */
  handleCached<R extends Route<'public'>>(
    route: R,
    handler: (input: Pick<Context<R>, 'params' | 'query'>) => Promise<Result<R>>,
    isKept?: (query: Context<R>['query']) => boolean,
  ): void
}

export function createApi(
  app: FastifyInstance,
  authenticate: (token: string) => Promise<Caller | null>,
  { answers, rateLimiter, patience }: { answers: AnswerCache; rateLimiter: RateLimiter; patience: Patience },
): Api {
  app.decorateRequest('caller', null)
  parseJsonBodies(app)
  const bodies = createRequestBodies(rateLimiter)
  return {
    handleCached(route, handler, isKept = () => true) {
      const read = (request: FastifyRequest) => ({
        params: parse(route.params, request.params) as z.output<(typeof route)['params']>,
        query: parse(route.query, request.query) as z.output<(typeof route)['query']>,
      })
      app.get(API_BASE + route.path, { exposeHeadRoute: false }, async (request, reply) => {
        const known = answers.keys.get(request.url)
        const input = known === undefined ? read(request) : null
        const make = async () => present(route, await handler(input ?? read(request)))
        if (input && !isKept(input.query)) {
          reply.header('cache-control', 'no-store')
          return make()
        }
        const key = known ?? JSON.stringify([route.path, input])
        const answer = await patience(answers.get({ key, route: API_BASE + route.path, make }), isSent(reply))
        if (known === undefined) answers.keys.set(request.url, key)
        sendCached(request.raw, reply.raw, answer, request.id)
        reply.hijack()
      })
    },
    handle(route, handler) {
      add(app, route, {
        method: route.method,
        url: API_BASE + route.path,
        // A HEAD request would do all the work of its GET, and the contract declares none.
        exposeHeadRoute: false,
        bodyLimit: route.bodyLimit,
        // Runs before the body is read, so that an unauthorized client cannot make the server read megabytes.
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store')
          bodies.refuseTooLarge(route, request, reply)
          const token = bearerToken(request.headers.authorization)
          const found = token ? await patience(authenticate(token), isSent(reply)) : null
          const caller = found && actIn(found, route.access, preferredRole(request.headers))
          // On public routes a session without its required second factor counts as no session.
          request.caller = caller?.mustEnrol && route.access === 'public' ? null : caller
          requireAccess(route, request.caller)
          await bodies.admit(route, request, reply)
        },
        handler: async (request, reply) => {
          const form = await formOf(route, request)
          const handled = handler({
            params: parse(route.params, request.params) as z.output<(typeof route)['params']>,
            query: parse(route.query, request.query) as z.output<(typeof route)['query']>,
            body: parse(route.body, form ? form.data : request.body) as z.output<(typeof route)['body']>,
            file: form?.file ?? null,
            caller: request.caller as Context<typeof route>['caller'],
            request,
            reply,
            ip: addressOf(request),
          })
          const result = await patience(handled, isSent(reply))
          if (result === SENT) return reply
          reply.code(route.status)
          return present(route, result)
        },
      })
    },
  }
}

const isSent = (reply: FastifyReply) => () => reply.sent || reply.raw.headersSent

/** Only routes with uploads register the multipart plug-in, because its hooks cost time on every request. */
function add(app: FastifyInstance, { uploads }: Route, options: RouteOptions): void {
  if (uploads === null) return void app.route(options)
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      limits: { fileSize: MAX_FILE_BYTES, fieldSize: MAX_FIELD_BYTES, files: 1, fields: 10 },
    })
    scope.route(options)
  })
}

/** Null for JSON. */
const formOf = async (route: Route, request: FastifyRequest): Promise<Form | null> =>
  route.uploads !== null && isDeclared(route.body) && request.isMultipart()
    ? readForm(request, route.uploads)
    : null

const isDeclared = (schema: z.ZodType): boolean => schema.def.type !== 'undefined'

function parse(schema: z.ZodType, value: unknown): unknown {
  return isDeclared(schema) ? wellFormed(schema.parse(value ?? {})) : undefined
}

/** Replaces lone surrogates, rejects NUL. Runs on validated values, which bounds the recursion depth. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new AppError('malformed')
    return value.isWellFormed() ? value : value.toWellFormed()
  }
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, wellFormed(part)]))
}

function present<R extends Route>(
  route: R,
  result: { message?: string; data?: unknown; meta?: unknown; extra?: unknown },
) {
  const check = (schema: z.ZodType, value: unknown) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw new Error(
      `the answer of ${route.method} ${route.path} violates its contract: ${parsed.error.message}`,
    )
  }
  return {
    status: route.status,
    ...(result.message && { message: result.message }),
    data: check(route.data, result.data) ?? null,
    ...(result.meta !== undefined && { meta: check(route.meta, result.meta) }),
    ...(check(route.extra, result.extra) as object | undefined),
  }
}

/** Answers every error of pages and API, including those before routing (`frameworkErrors`). */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error)
  if (!known || hasNoRoom(error))
    request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, 'unexpected error')
  const answer = known ?? new AppError('internal')
  // Set here too, because errors before routing skip the hooks.
  reply.header('cache-control', 'no-store')
  if (answer.retryAfterSeconds) reply.header('retry-after', answer.retryAfterSeconds)
  reply.code(answer.status).send(answer.toEnvelope())
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(async () => {
    throw new AppError('not_found')
  })
}
