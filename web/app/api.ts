import type { z } from 'zod'
import type { ErrorCode, ErrorEnvelope } from '#contract/errors.ts'
import type { Route, Success } from '#contract/route.ts'
import { askForEnrolment, expireSession, getSession } from './session.ts'

const BASE = '/api/v1'

type Errors = Readonly<Record<string, readonly string[]>>
type Details = Partial<Omit<ErrorEnvelope, 'status' | 'message'>>

/** What the API answers when it does not succeed; status 0 means that it could not be reached. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  /** Field (dotted when nested) to its messages. */
  readonly errors: Errors
  /** The sentence of a business conflict (409). */
  readonly exception: string | undefined
  /** How many are before the caller in a queue, whose place is kept by asking again. */
  readonly waiting: number | undefined
  /** Of an answer that asks for a step of ours. */
  readonly code: ErrorCode | undefined
  /** With `second_factor_needed`. */
  readonly challenge: string | undefined

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.errors = details.errors ?? {}
    this.exception = details.exception
    this.waiting = details.waiting
    this.code = details.code
    this.challenge = details.challenge
  }

  /** The first message of a field. */
  errorOf(field: string): string | undefined {
    return this.errors[field]?.[0]
  }
}

/** A sentence for a person, of whatever was thrown. */
export const failureMessage = (failure: unknown, fallback: string): string =>
  failure instanceof ApiFailure ? (failure.exception ?? failure.message) || fallback : fallback

/**
 * Where a route lives. Public pages write it down themselves and import only the type, so that zod stays out of
 * their JavaScript: `api<typeof listCities>({ method: 'GET', path: '/states/:uf/cities' }, …)`.
 */
export type Address<R extends Route> = Pick<R, 'method' | 'path'>

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [key in Key]?: undefined }
  : undefined extends Value
    ? { [key in Key]?: Value }
    : { [key in Key]: Value }

interface Transport {
  /** Instead of `body`, where a route takes a file. */
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Sent even if the page goes away meanwhile. */
  keepalive?: boolean
}

export type CallInput<R extends Route> = Given<'params', z.input<R['params']>> &
  Given<'query', Partial<z.input<R['query']>>> &
  Given<'body', z.input<R['body']>> &
  Transport

type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

interface LooseInput extends Transport {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Calls a route of the contract and yields its answer; throws `ApiFailure` for everything but success. */
export async function api<R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Success<R>> {
  const response = await send(route, input)
  return (await response.json()) as Success<R>
}

/** Same, for a route that answers a file. */
export async function apiFile<R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Blob> {
  const response = await send(route, input)
  return response.blob()
}

/** Same, for a file that is read as it comes. */
export const apiStream = <R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Response> => send(route, input)

async function send(
  { method, path }: Pick<Route, 'method' | 'path'>,
  input: LooseInput = {},
): Promise<Response> {
  const token = getSession()?.token
  const headers = new Headers({ Accept: 'application/json', ...input.headers })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')

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
  if (response.status === 401 && token) expireSession(token)
  const failure = await readFailure(response)
  if (failure.code === 'second_factor_required') askForEnrolment()
  throw failure
}

const fillIn = (path: string, params: unknown): string =>
  Object.entries(params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )

/** Empty filters are left out. */
function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** An answer without a sentence leaves the message empty: each screen has its own for that. */
async function readFailure(response: Response): Promise<ApiFailure> {
  try {
    const body = (await response.json()) as Partial<ErrorEnvelope>
    return new ApiFailure(response.status, body.message ?? '', body)
  } catch {
    return new ApiFailure(response.status, '')
  }
}
