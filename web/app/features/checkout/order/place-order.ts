import {
  getOrder,
  type RegisteredParticipant,
  type RegisterParticipantInput,
  registerParticipant,
} from '#contract/checkout/checkout.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { passHeader } from '../waiting-room/ticket.ts'
import type { Attempt } from '../wizard/draft.ts'
import type { Problems } from '../wizard/problems.ts'

export interface PlacedOrder {
  registrations: RegisteredParticipant[]
  message: string
}

interface Submission {
  eventId: number
  body: RegisterParticipantInput
  attempt: Attempt | null
  /** Called before the request is sent, so that the attempt can be stored and survives a reload. */
  onAttempt: (attempt: Attempt) => void
}

const DONE = 'Participante registrado com sucesso!'

/**
 * Places the order at most once: the same content is sent again with the same idempotency key. Changed
 * content gets a new key, after a check that the earlier attempt placed no order.
 */
export async function placeOrder({ eventId, body, attempt, onAttempt }: Submission): Promise<PlacedOrder> {
  const content = JSON.stringify(body)
  const isRetry = attempt?.content === content
  if (attempt && !isRetry) {
    const earlier = await findOrder(attempt.key)
    if (earlier) return earlier
  }
  const key = isRetry ? attempt.key : newKey()
  if (!isRetry) onAttempt({ key, content })
  try {
    const { data, message } = await api(registerParticipant, {
      params: { eventId },
      body,
      headers: { 'Idempotency-Key': key, ...passHeader(eventId) },
    })
    return { registrations: data.registrations, message: message ?? DONE }
  } catch (failure) {
    const earlier = isKeyReused(failure) && (await findOrder(key))
    if (earlier) return earlier
    throw failure
  }
}

/** 422 without field errors: the key was used with other content, so an order exists under it. */
const isKeyReused = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.status === 422 && Object.keys(failure.errors).length === 0

async function findOrder(key: string): Promise<PlacedOrder | null> {
  try {
    const { data } = await api(getOrder, { params: { key } })
    return { registrations: data.registrations, message: DONE }
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return null
    throw failure
  }
}

/** 128 random bits in hexadecimal. `crypto.randomUUID` exists on secure pages only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

interface Refusal {
  message: string
  problems: Problems
  isStale: boolean
  /** Whether it is certain that no order was placed and none will be. */
  isFinal: boolean
}

/** Messages for responses without one of their own (specification page 2 §8). */
const FALLBACKS: Readonly<Record<number, string>> = {
  409: 'Conflito: Participante já registrado nesse evento.',
  200: 'Erro de validação',
  422: 'Erro de validação',
}

export function refusalOf(failure: unknown): Refusal {
  const fallback = 'Erro ao criar o registro.'
  if (!(failure instanceof ApiFailure))
    return { message: fallback, problems: {}, isStale: false, isFinal: false }
  const { status, errors, exception, message } = failure
  return {
    message: exception || message || (FALLBACKS[status] ?? fallback),
    problems: Object.fromEntries(
      Object.entries(errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
    ),
    isFinal: status >= 400 && status < 500 && status !== 429,
    isStale: status === 409 || status === 422 || status === 404,
  }
}
