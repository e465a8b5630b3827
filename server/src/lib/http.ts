import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { API_BASE, type Route } from '#contract/route.ts'
import { bearerToken, type Caller, requireAccess } from './auth.ts'
import { AppError, asAppError } from './errors.ts'
import { createTurns } from './turns.ts'

export interface Context<R extends Route> {
  params: z.output<R['params']>
  query: z.output<R['query']>
  body: z.output<R['body']>
  caller: R['access'] extends 'public' ? Caller | null : Caller
  request: FastifyRequest
  reply: FastifyReply
  ip: string
}

type Given<K extends string, T> = [undefined] extends [T] ? { [key in K]?: undefined } : { [key in K]: T }

/** What a handler returns: the envelope less its status. Every part is parsed by its schema, so undeclared fields never leave. */
export type Result<R extends Route> = { message?: string } & Given<'data', z.input<R['data']>> &
  Given<'meta', z.input<R['meta']>> &
  Given<'extra', z.input<R['extra']>>

/** What most routes take. */
const BODY_LIMIT = 1024 * 1024
/** The data URL of a 10 MB file, and the form around it. */
const BODY_LIMIT_WITH_FILES = 15 * 1024 * 1024

/** What may be larger than this waits for its turn. */
const LARGE = 256 * 1024
/**
 * Large bodies in memory at one time. Before its turn a body stays where it is, in the sender's network; a turn ends with its answer.
 */
const largeBodies = { atOnce: 24, perOwner: 2, waiting: 400, waitingPerOwner: 60 }

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, on routes of the contract; null for strangers. */
    caller: Caller | null
  }
}

/**
 * What a handler returns that answered by itself. Not the reply: that has a `then`, so that whoever awaits it waits for the
 * answer to be sent and is left with nothing.
 */
export const SENT = Symbol('sent')

export interface Api {
  /** A handler that answers no envelope (a file, a redirection) sends it itself and returns `SENT`. */
  handle<R extends Route>(route: R, handler: (context: Context<R>) => Promise<Result<R> | typeof SENT>): void
}

/** Registers contract routes on Fastify: who → what → do → present. */
export function createApi(
  app: FastifyInstance,
  authenticate: (token: string) => Promise<Caller | null>,
): Api {
  app.decorateRequest('caller', null)
  const turns = createTurns(largeBodies)
  return {
    handle(route, handler) {
      app.route({
        method: route.method,
        url: API_BASE + route.path,
        // No route is in the contract twice; asking for the head alone would do all of the work.
        exposeHeadRoute: false,
        bodyLimit: route.carriesFiles ? BODY_LIMIT_WITH_FILES : BODY_LIMIT,
        // Before the body: nobody makes us read megabytes that they may not send.
        onRequest: async (request, reply) => {
          // A login's answer carries a session, and what anybody may see changes: a route that may be kept says so itself.
          reply.header('cache-control', 'no-store')
          const token = bearerToken(request.headers.authorization)
          const caller = token ? await authenticate(token) : null
          // On public routes somebody who is not let in yet is a stranger.
          request.caller = caller?.mustEnrol && route.access === 'public' ? null : caller
          requireAccess(route, request.caller)
          if (mayBeLarge(route, request)) {
            const gone = new AbortController()
            reply.raw.once('close', () => gone.abort())
            const owner = request.caller ? `user ${request.caller.userId}` : addressOf(request)
            const end = await turns.take(owner, gone.signal)
            if (gone.signal.aborted) end()
            else reply.raw.once('close', end)
          }
        },
        handler: async (request, reply) => {
          const result = await handler({
            params: parse(route.params, request.params) as z.output<(typeof route)['params']>,
            query: parse(route.query, request.query) as z.output<(typeof route)['query']>,
            body: parse(route.body, request.body) as z.output<(typeof route)['body']>,
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

/** Of no known length is as large as it pleases to be. Other routes take a megabyte at most. */
const mayBeLarge = ({ carriesFiles }: Route, { headers }: FastifyRequest): boolean =>
  (carriesFiles || /^multipart\//i.test(headers['content-type'] ?? '')) &&
  (headers['content-length'] === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(headers['content-length']) > LARGE)

function parse(schema: z.ZodType, value: unknown): unknown {
  // A route that declares no body, query or parameters takes none: whatever came is not looked at.
  return schema.def.type === 'undefined' ? undefined : wellFormed(schema.parse(value ?? {}))
}

/** The address that asks, as PostgreSQL takes it: without the zone of a link-local one, and never what a header made up. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const address = [ip, socket.remoteAddress ?? '']
    .map((one) => one.replace(/%.*$/, ''))
    .find((one) => isIP(one))
  return address ?? '0.0.0.0'
}

/**
 * JSON may hold text that PostgreSQL refuses: half a surrogate pair is mended, a NUL is nobody's name and refused. Run on what a
 * schema let through: no deeper than it.
 */
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
      `${route.method} ${route.path} answered what its contract does not say: ${parsed.error.message}`,
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

/** The one exit of every failure, for pages and API alike; also of what fails before there is a route (`frameworkErrors`). */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error)
  if (!known) request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected error')
  const answer = known ?? new AppError('internal')
  // Also of what fails before there is a route.
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
