import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { API_BASE, type Route } from '#contract/route.ts'
import type { AnswerCache } from './answer-cache.ts'
import { actIn, bearerToken, type Caller, preferredRole, requireAccess } from './auth.ts'
import { AppError, asAppError, hasNoRoom } from './errors.ts'
import { sendKept } from './kept.ts'
import { addressOf } from './network.ts'
import type { RateLimiter } from './rate-limit.ts'
import { createRequestBodies, parseJsonBodies } from './request-bodies.ts'
import { type Form, MAX_FIELD_BYTES, MAX_FILE_BYTES, readForm } from './upload.ts'

export interface Context<R extends Route> {
  params: z.output<R['params']>
  query: z.output<R['query']>
  body: z.output<R['body']>
  /** The file of a form that also has a `body`; null without one. */
  file: Buffer | null
  caller: R['access'] extends 'public' ? Caller | null : Caller
  request: FastifyRequest
  reply: FastifyReply
  ip: string
}

type Given<K extends string, T> = [undefined] extends [T] ? { [key in K]?: undefined } : { [key in K]: T }

/** What a handler returns: the envelope without its status. Each part is parsed by its schema, which strips undeclared fields. */
export type Result<R extends Route> = { message?: string } & Given<'data', z.input<R['data']>> &
  Given<'meta', z.input<R['meta']>> &
  Given<'extra', z.input<R['extra']>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account on routes of the contract; null without one. */
    caller: Caller | null
  }
}

/** Returned by a handler that sent its answer itself. Not the reply: that is a thenable and would be awaited. */
export const SENT = Symbol('sent')

export interface Api {
  /** A handler that answers no envelope (a file, a redirection) sends it itself and returns `SENT`. */
  handle<R extends Route>(route: R, handler: (context: Context<R>) => Promise<Result<R> | typeof SENT>): void
  /**
   * A public route whose answer is kept (`answer-cache.ts`): it depends on parameters and query alone. `isKept` false: too many different
   * ones could be asked for.
   */
  handleKept<R extends Route<'public'>>(
    route: R,
    handler: (input: Pick<Context<R>, 'params' | 'query'>) => Promise<Result<R>>,
    isKept?: (query: Context<R>['query']) => boolean,
  ): void
}

/** Registers contract routes on Fastify: authenticate, authorize, validate, handle, present. */
export function createApi(
  app: FastifyInstance,
  authenticate: (token: string) => Promise<Caller | null>,
  { answers, rateLimiter }: { answers: AnswerCache; rateLimiter: RateLimiter },
): Api {
  app.decorateRequest('caller', null)
  parseJsonBodies(app)
  const bodies = createRequestBodies(rateLimiter)
  return {
    handleKept(route, handler, isKept = () => true) {
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
        const answer = await answers.get({ key, route: API_BASE + route.path, make })
        if (known === undefined) answers.keys.set(request.url, key)
        sendKept(request.raw, reply.raw, answer, request.id)
        reply.hijack()
      })
    },
    handle(route, handler) {
      add(app, route, {
        method: route.method,
        url: API_BASE + route.path,
        // A HEAD request would do all the work of its GET, and the contract has none.
        exposeHeadRoute: false,
        bodyLimit: route.bodyLimit,
        // Before the body is read: nobody makes the server read megabytes without permission.
        onRequest: async (request, reply) => {
          // The default: a route whose answer may be cached sets the header itself.
          reply.header('cache-control', 'no-store')
          bodies.refuseTooLarge(route, request, reply)
          const token = bearerToken(request.headers.authorization)
          const found = token ? await authenticate(token) : null
          const caller = found && actIn(found, route.access, preferredRole(request.headers))
          // Without the required second factor a session counts as none on public routes.
          request.caller = caller?.mustEnrol && route.access === 'public' ? null : caller
          requireAccess(route, request.caller)
          await bodies.admit(route, request, reply)
        },
        handler: async (request, reply) => {
          const form = await formOf(route, request)
          const result = await handler({
            params: parse(route.params, request.params) as z.output<(typeof route)['params']>,
            query: parse(route.query, request.query) as z.output<(typeof route)['query']>,
            body: parse(route.body, form ? form.data : request.body) as z.output<(typeof route)['body']>,
            file: form?.file ?? null,
            caller: request.caller as Context<typeof route>['caller'],
            request,
            reply,
            ip: addressOf(request),
          })
          if (result === SENT) return reply
          reply.code(route.status)
          return present(route, result)
        },
      })
    },
  }
}

/** Only routes with an upload read multipart forms: the plug-in has hooks that all others would pay for. */
function add(app: FastifyInstance, { uploads }: Route, options: RouteOptions): void {
  if (uploads === null) return void app.route(options)
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      limits: { fileSize: MAX_FILE_BYTES, fieldSize: MAX_FIELD_BYTES, files: 1, fields: 10 },
    })
    scope.route(options)
  })
}

/** The form of a request to a route that takes its body as JSON or as a form. */
const formOf = async (route: Route, request: FastifyRequest): Promise<Form | null> =>
  route.uploads !== null && isDeclared(route.body) && request.isMultipart()
    ? readForm(request, route.uploads)
    : null

const isDeclared = (schema: z.ZodType): boolean => schema.def.type !== 'undefined'

function parse(schema: z.ZodType, value: unknown): unknown {
  // Undeclared: ignored.
  return isDeclared(schema) ? wellFormed(schema.parse(value ?? {})) : undefined
}

/** Makes JSON text storable in PostgreSQL: replaces lone surrogates, refuses NUL. Runs on validated values, which bounds its depth. */
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

/** Answers every error, of pages and API, also errors before routing (`frameworkErrors`). */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error)
  if (!known || hasNoRoom(error))
    request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, 'unexpected error')
  const answer = known ?? new AppError('internal')
  // Set here too, for errors before routing.
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
