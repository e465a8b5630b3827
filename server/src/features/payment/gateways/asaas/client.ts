import type { z } from 'zod'
import { GatewayRefusal, GatewayUnavailable } from '../gateway.ts'
import { Refusal } from './protocol.ts'

const TIMEOUT_MS = 10_000
/** The first pause of an endpoint that answers 429 or 5xx; each further answer like that doubles it. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** The longest `RateLimit-Reset` that is believed: the quota of twelve hours is tried again every hour. */
const LONGEST_RESET_MS = 3_600_000

/** Statuses that concern every request, not one charge. */
const UNAVAILABLE = new Set([401, 403, 408])

export interface Answer {
  status: number
  body: unknown
}

export type AsaasClient = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options?: { body?: object; signal?: AbortSignal },
) => Promise<Answer>

/**
 * Calls Asaas' API. Answers 2xx, 400 and 404; throws `GatewayUnavailable` for everything that concerns more than one charge. After
 * 429 and 5xx, and when the last call of a rate limit was used, the endpoint is not called until its pause is over: calls fail at
 * once, and the jobs and sweeps that made them retry later.
 */
export function asaasClient(
  { apiUrl, apiKey }: { apiUrl: string; apiKey: string },
  now: () => number = () => performance.now(),
): AsaasClient {
  const pauses = new Map<string, { failures: number; until: number }>()

  return async (method, path, { body, signal = AbortSignal.timeout(TIMEOUT_MS) } = {}) => {
    const endpoint = endpointOf(method, path)
    const { failures, until } = pauses.get(endpoint) ?? { failures: 0, until: 0 }
    if (now() < until) throw new GatewayUnavailable(`Asaas asked for a pause: ${endpoint}`)

    const unanswered = (cause: unknown) => {
      throw new GatewayUnavailable(`Asaas does not answer: ${endpoint}`, { cause })
    }
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        access_token: apiKey,
        // Asaas refuses calls without one.
        'user-agent': 'Largada',
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
      // The key goes to the configured host only.
      redirect: 'error',
    }).catch(unanswered)
    const text = await response.text().catch(unanswered)

    const { status, headers } = response
    const isOverloaded = status === 429 || status >= 500
    const grown = isOverloaded ? Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) : 0
    const isUsedUp = isOverloaded || headers.get('ratelimit-remaining') === '0'
    const asked = isUsedUp
      ? Math.max(millisecondsIn(headers, 'retry-after'), millisecondsIn(headers, 'ratelimit-reset'))
      : 0
    pauses.set(endpoint, {
      failures: isOverloaded ? failures + 1 : 0,
      // A call that was under way does not end the pause that another one was asked for.
      until: Math.max(pauses.get(endpoint)?.until ?? 0, now() + Math.max(grown, asked)),
    })
    if (isOverloaded || UNAVAILABLE.has(status))
      throw new GatewayUnavailable(`Asaas answered ${status}: ${endpoint}`)
    if (!response.ok && status !== 400 && status !== 404)
      throw new Error(`Asaas answered ${status}: ${endpoint}`)
    return { status, body: parsed(text) }
  }
}

/** `GET /payments/:id/pixQrCode`: what Asaas limits, and what may be logged. */
const endpointOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/^(\/\w+)\/[^/]+/, '$1/:id')}`

/** A header's seconds; 0 when it is missing. */
function millisecondsIn(headers: Headers, name: string): number {
  const seconds = Number(headers.get(name))
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_RESET_MS) : 0
}

/** Undefined for a body that is not JSON, as of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws {GatewayRefusal} for a 400 with Asaas' reasons. */
export function readCreated<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  const refusal = answer.status === 400 ? Refusal.safeParse(answer.body).data : undefined
  if (refusal) throw new GatewayRefusal(refusal.errors.map(({ description }) => description).join(' '))
  return read(answer, schema)
}

export function read<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  if (answer.status >= 400) throw new Error(`Asaas answered ${answer.status}`)
  return schema.parse(answer.body)
}
