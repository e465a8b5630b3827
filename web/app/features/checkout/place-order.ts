import {
  getOrder,
  type RegisteredParticipant,
  type RegisterParticipantInput,
  registerParticipant,
} from '#contract/checkout.ts'
import { ApiFailure, api } from '../../api.ts'
import type { Attempt } from './draft.ts'
import type { Problems } from './problems.ts'

export interface PlacedOrder {
  /** The idempotency key it was placed with: its links are asked for by it. */
  key: string
  registrations: RegisteredParticipant[]
  message: string
}

interface Submission {
  eventId: number
  body: RegisterParticipantInput
  /** The last one that was sent, whatever became of it. */
  attempt: Attempt | null
  /** Called before anything is sent: the attempt must survive a reload from then on. */
  onAttempt: (attempt: Attempt) => void
}

const DONE = 'Participante registrado com sucesso!'

/**
 * Registers, never twice: the same content goes out with the same key, which the server answers with the first result. Content that
 * changed gets a new key, but only once it is certain that the one before came to nothing.
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
      headers: { 'Idempotency-Key': key },
    })
    return { key, registrations: data.registrations, message: message ?? DONE }
  } catch (failure) {
    const earlier = isKeyReused(failure) && (await findOrder(key))
    if (earlier) return earlier
    throw failure
  }
}

/** The key is known with other content, so what it stands for was registered. No field is to blame, unlike in every other 422. */
const isKeyReused = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.status === 422 && Object.keys(failure.errors).length === 0

/** What was placed under a key; null when nothing was. */
async function findOrder(key: string): Promise<PlacedOrder | null> {
  try {
    const { data } = await api(getOrder, { params: { key } })
    return { key, registrations: data.registrations, message: DONE }
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return null
    throw failure
  }
}

/** 128 random bits. Written out because `crypto.randomUUID` exists on secure pages only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

interface Refusal {
  /** For the toast. */
  message: string
  problems: Problems
  /** What the wizard shows of the event is no longer so. */
  isStale: boolean
}

/** Sentences for when the server has none of its own (specification page 2 §8). */
const FALLBACKS: Readonly<Record<number, string>> = {
  409: 'Conflito: Participante já registrado nesse evento.',
  422: 'Erro de validação',
}

/** Why an order was not placed, for a person and for the steps. */
export function refusalOf(failure: unknown): Refusal {
  const fallback = 'Erro ao criar o registro.'
  if (!(failure instanceof ApiFailure)) return { message: fallback, problems: {}, isStale: false }
  const { status, errors, exception, message } = failure
  return {
    message: exception || message || (FALLBACKS[status] ?? fallback),
    problems: Object.fromEntries(
      Object.entries(errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
    ),
    isStale: status === 409 || status === 422 || status === 404,
  }
}
