import type { z } from 'zod'
import { callService, type ServiceResponse } from '#server/lib/call-service.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createTurns } from '#server/lib/turns.ts'
import type { CallQuota } from '../call-quota.ts'
import {
  CallsUsedUp,
  CREATION_MS,
  GatewayRefusal,
  GatewayUnavailable,
  InsufficientBalance,
} from '../gateway.ts'
import { Refusal } from './protocol.ts'

/** How long calls may take, in milliseconds. */
export const TIME_LIMITS = {
  call: 10_000,
  /** Creating the customer and the charge, with a margin. */
  creation: CREATION_MS - 2_000,
  /** Asaas deletes the payments of a plan one after the other, and recommends a minute for slow calls. */
  planDeletion: 50_000,
}
/** Asaas allows an account 50 at a time, and several processes may call. */
export const GETS_AT_ONCE = 20
const GETS_WAITING = 500
/** The first delay of an endpoint after 429 or 5xx; each further error doubles it. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Upper bound for `RateLimit-Reset`, so that the twelve-hour quota is retried every hour. */
const LONGEST_RESET_MS = 3_600_000
/** A 429 that asks for more than this concerns the account's quota and not one endpoint. */
const LONGEST_ENDPOINT_RESET_MS = 60_000

/** HTTP statuses that concern every request and not just one charge. */
const UNAVAILABLE = new Set([401, 403, 408])
/** Asaas does not accept the API key, or not from this address. */
const KEY_REJECTED = new Set([401, 403])

export interface Answer {
  status: number
  body: unknown
}

export type AsaasClient = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options?: { body?: object; signal?: AbortSignal },
) => Promise<Answer>

/** Asaas' ids of payers. `dataHash` identifies the data from which the customer was created. */
export interface CustomerStore {
  find(payer: { userId: number; dataHash: string }): Promise<string | null>
  save(payer: { userId: number; dataHash: string; customerId: string }): Promise<void>
}

/** Dependencies shared by the adapter's functions. */
export interface Asaas {
  call: AsaasClient
  clock: Clock
  customers: CustomerStore
  limits: typeof TIME_LIMITS
}

/**
 * Returns responses with 2xx, 400 and 404; throws `GatewayUnavailable` for errors that affect more than one
 * charge. After 429 or 5xx, and when a rate limit is used up, calls of the endpoint fail immediately for a
 * while; jobs and sweeps retry later. GETs beyond the first few wait for their turn within their time limit.
 */
export function asaasClient(
  { apiUrl, apiKey, quota }: { apiUrl: string; apiKey: string; quota: CallQuota },
  now: () => number = () => performance.now(),
): AsaasClient {
  const pauses = new Map<string, { failures: number; until: number }>()
  const gets = createTurns({ atOnce: GETS_AT_ONCE, waiting: GETS_WAITING })

  return async (method, path, { body, signal = AbortSignal.timeout(TIME_LIMITS.call) } = {}) => {
    if (method !== 'GET') return send(method, path, { body, signal })
    const end = await gets.take('', signal).catch((cause) => {
      throw new GatewayUnavailable('too many calls to Asaas are in progress', { cause, wasRejected: true })
    })
    return send(method, path, { body, signal }).finally(end)
  }

  async function send(
    method: string,
    path: string,
    { body, signal }: { body: object | undefined; signal: AbortSignal },
  ): Promise<Answer> {
    const endpoint = endpointOf(method, path)
    const { failures, until } = pauses.get(endpoint) ?? { failures: 0, until: 0 }
    if (now() < until)
      throw new GatewayUnavailable(`Asaas asked for a pause: ${endpoint}`, { wasRejected: true })

    await quota.count()

    const unanswered = (cause: unknown) => {
      throw new GatewayUnavailable(`Asaas does not answer: ${endpoint}`, { cause })
    }
    const { status, headers, text } = await callService(apiUrl + path, {
      method,
      headers: {
        access_token: apiKey,
        // Asaas rejects requests without a User-Agent.
        'user-agent': 'Largada',
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    }).catch(unanswered)

    const isOverloaded = status === 429 || status >= 500
    const grown = isOverloaded ? Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) : 0
    const isUsedUp = isOverloaded || headers['ratelimit-remaining'] === '0'
    const asked = isUsedUp
      ? Math.max(millisecondsIn(headers, 'retry-after'), millisecondsIn(headers, 'ratelimit-reset'))
      : 0
    pauses.set(endpoint, {
      failures: isOverloaded ? failures + 1 : 0,
      // A call that was already in progress must not shorten the delay requested by another one.
      until: Math.max(pauses.get(endpoint)?.until ?? 0, now() + Math.max(grown, asked)),
    })
    if (KEY_REJECTED.has(status)) await quota.rejectKey()
    if (status === 429 && asked > LONGEST_ENDPOINT_RESET_MS) {
      await quota.pause(asked)
      throw new CallsUsedUp('Asaas answered that the account used up its calls')
    }
    const isRedirection = status >= 300 && status < 400
    if (isOverloaded || isRedirection || UNAVAILABLE.has(status))
      throw new GatewayUnavailable(`Asaas answered ${status}: ${endpoint}`, {
        wasRejected: status >= 400 && status < 500,
      })
    if (status > 400 && status !== 404) throw new Error(`Asaas answered ${status}: ${endpoint}`)
    return { status, body: parseJson(text) }
  }
}

/** `GET /payments/:id/pixQrCode`: the unit of Asaas' rate limits, and safe to log. */
const endpointOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/^(\/\w+)\/[^/]+/, '$1/:id')}`

/** 0 when the header is missing. */
function millisecondsIn(headers: ServiceResponse['headers'], name: string): number {
  const seconds = Number(headers[name])
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_RESET_MS) : 0
}

/** Undefined when the body is not JSON, for example from a proxy. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws {GatewayRefusal} for a 400 with Asaas' reasons. */
export function readCreated<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  const refusal = answer.status === 400 ? Refusal.safeParse(answer.body).data : undefined
  if (refusal) {
    const message = refusal.errors.map(({ description }) => description).join(' ')
    // Asaas has no error code for an insufficient balance.
    if (/saldo\b.*\binsuficiente|insuficiente\b.*\bsaldo/i.test(message))
      throw new InsufficientBalance(message)
    throw new GatewayRefusal(
      message,
      refusal.errors.map(({ code }) => code),
    )
  }
  return read(answer, schema)
}

export function read<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  if (answer.status >= 400) throw new Error(`Asaas answered ${answer.status}`)
  return schema.parse(answer.body)
}
