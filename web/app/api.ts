import type { z } from 'zod'
import { ROLE_HEADER } from '#contract/choose-role.ts'
import type { ErrorCode, ErrorEnvelope } from '#contract/errors.ts'
import type { Route, Success } from '#contract/route.ts'
import { askForEnrolment, expireSession, getSession } from './session.ts'

const BASE = '/api/v1'

type Errors = Readonly<Record<string, readonly string[]>>
type Details = Partial<Omit<ErrorEnvelope, 'status' | 'message'>>

/** An answer of the API that is not a success; status 0 means that the server could not be reached. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  /** Messages by field; nested fields have dotted names. */
  readonly errors: Errors
  /** The message of a business conflict (409). */
  readonly exception: string | undefined
  /** How many exports are ahead of this one in the queue; asking again keeps its position. */
  readonly waiting: number | undefined
  /** Set when the API asks the web for another step. */
  readonly code: ErrorCode | undefined
  /** Sent together with `second_factor_needed`. */
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

  errorOf(field: string): string | undefined {
    return this.errors[field]?.[0]
  }
}

/** The message that is shown to the person for any thrown value. */
export const failureMessage = (failure: unknown, fallback: string): string =>
  failure instanceof ApiFailure ? (failure.exception ?? failure.message) || fallback : fallback

/**
 * Method and path of a route. Public pages write them out and import only the route's type, so that zod stays out of their
 * JavaScript: `api<typeof listCities>({ method: 'GET', path: '/states/:uf/cities' }, …)`.
 */
export type Address<R extends Route> = Pick<R, 'method' | 'path'>

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [key in Key]?: undefined }
  : undefined extends Value
    ? { [key in Key]?: Value }
    : { [key in Key]: Value }

interface Transport {
  /** Sent in place of `body` where a route takes a file. */
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The request is sent even if the page is closed meanwhile. */
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

/** Calls a route of the contract and returns its answer; throws `ApiFailure` for everything but success. */
export async function api<R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Success<R>> {
  const response = await send(route, input)
  const answer = (await response.json()) as Success<R> & Partial<ErrorEnvelope>
  // The specification's calls may refuse fields in an answer of status 200.
  if (answer.errors && Object.keys(answer.errors).length > 0)
    throw new ApiFailure(response.status, answer.message ?? '', answer)
  return answer
}

/** As `api`, for a route that answers with a file. */
export async function apiFile<R extends Route>(
  route: R | Address<R>,
  ...[input]: Arguments<R>
): Promise<Blob> {
  const response = await send(route, input)
  return response.blob()
}

/** As `apiFile`, for a file that is read while it arrives. */
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

/** Empty filters are left out. */
function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** An answer without a message leaves it empty: each screen has its own fallback. */
async function readFailure(response: Response): Promise<ApiFailure> {
  try {
    const body = (await response.json()) as Partial<ErrorEnvelope>
    return new ApiFailure(response.status, body.message ?? '', body)
  } catch {
    return new ApiFailure(response.status, '')
  }
}
