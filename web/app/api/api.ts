import type { z } from 'zod'
import { ROLE_HEADER } from '#contract/account/choose-role.ts'
import type { ErrorCode, ErrorEnvelope } from '#contract/errors.ts'
import type { Route, Success } from '#contract/route.ts'
import { askForEnrolment, expireSession, getSession } from '#web/session/session.ts'

const BASE = '/api/v1'

type Errors = Readonly<Record<string, readonly string[]>>
type Details = Partial<Omit<ErrorEnvelope, 'status' | 'message'>>

/** An unsuccessful response of the API. Status 0 means that the server could not be reached. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  /** Messages by field; nested fields have dotted names. */
  readonly errors: Errors
  /** The message of a business conflict (409). */
  readonly exception: string | undefined
  /** Number of exports ahead of this one in the queue. Repeating the request preserves its position. */
  readonly waiting: number | undefined
  readonly code: ErrorCode | undefined
  /** Sent with the code `second_factor_needed`. */
  readonly challenge: string | undefined
  /** Sent with the code `offer_changed`. */
  readonly data: ErrorEnvelope['data']

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.errors = details.errors ?? {}
    this.exception = details.exception
    this.waiting = details.waiting
    this.code = details.code
    this.challenge = details.challenge
    this.data = details.data
  }

  errorOf(field: string): string | undefined {
    return this.errors[field]?.[0]
  }
}

export const failureMessage = (failure: unknown, fallback: string): string =>
  failure instanceof ApiFailure ? (failure.exception ?? failure.message) || fallback : fallback

/** Public pages repeat method and path and import only the route's type, so that they load no zod. */
export type Address<R extends Route> = Pick<R, 'method' | 'path'>

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [key in Key]?: undefined }
  : undefined extends Value
    ? { [key in Key]?: Value }
    : { [key in Key]: Value }

interface Transport {
  /** Sent instead of `body` by routes that accept a file. */
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Completes the request even if the page is closed. */
  keepalive?: boolean
}

export type CallInput<R extends Route> = Given<'params', z.input<R['params']>> &
  Given<'query', Partial<z.input<R['query']>>> &
  Given<'body', z.input<R['body']>> &
  Transport

export type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

interface LooseInput extends Transport {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Calls a route of the contract and returns its response. Throws `ApiFailure` unless it succeeds. */
export async function api<R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Success<R>> {
  const response = await send(route, input)
  const answer = (await response.json()) as Success<R> & Partial<ErrorEnvelope>
  // Routes of the specification may report refused fields with status 200.
  if (answer.errors && Object.keys(answer.errors).length > 0)
    throw new ApiFailure(response.status, answer.message ?? '', answer)
  return answer
}

export async function apiFile<R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Blob> {
  const response = await send(route, input)
  return response.blob()
}

export const apiStream = <R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Response> => send(route, input)

async function send(
  { method, path }: Pick<Route, 'method' | 'path'>,
  input: LooseInput = {},
): Promise<Response> {
  const session = getSession()
  const headers = new Headers({
    Accept: 'application/json',
    ...(session && {
      Authorization: `Bearer ${session.token}`,
      ...(session.roles[0] && { [ROLE_HEADER]: session.roles[0] }),
    }),
    ...input.headers,
  })
  if (input.body !== undefined && !input.form) headers.set('Content-Type', 'application/json')

  let response: Response
  try {
    response = await fetch(`${BASE}${fillIn(path, input.params)}${queryString(input.query)}`, {
      method,
      headers,
      body: input.form ?? (input.body === undefined ? null : JSON.stringify(input.body)),
      signal: input.signal ?? null,
      keepalive: input.keepalive ?? false,
    })
  } catch (reason) {
    if (input.signal?.aborted) throw reason
    throw new ApiFailure(0, 'Erro de conexão.')
  }
  if (response.ok) return response
  if (response.status === 401 && session) expireSession(session.token)
  const failure = await readFailure(response)
  if (failure.code === 'second_factor_required') askForEnrolment()
  throw failure
}

const fillIn = (path: string, params: unknown): string =>
  Object.entries(params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )

function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** The message is empty if the response has none. Each screen has its own default message. */
async function readFailure(response: Response): Promise<ApiFailure> {
  try {
    const body = (await response.json()) as Partial<ErrorEnvelope>
    return new ApiFailure(response.status, body.message ?? '', body)
  } catch {
    return new ApiFailure(response.status, '')
  }
}
