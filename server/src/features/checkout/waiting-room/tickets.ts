import { createHash, createHmac } from 'node:crypto'
import { isProof, proofText } from '#contract/checkout/waiting-room.ts'
import { sameSecret } from '#server/lib/tokens.ts'

export interface Visitor {
  eventId: number
  userId: number
}

/** A new challenge starts every minute, and is accepted for five. */
const MINUTE_MS = 60_000
const MINUTES_VALID = 5
/** 22 base64url characters, which are 132 bits. */
const SIGNATURE_LENGTH = 22

const signature = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH)

const sealed = (key: string, ...parts: (string | number)[]): string => {
  const text = parts.join('.')
  return `${text}.${signature(key, text)}`
}

/** The content of a text signed by `sealed`; null when the signature is invalid. */
function opened(key: string, sealedText: string): string[] | null {
  const end = sealedText.lastIndexOf('.')
  const text = sealedText.slice(0, end)
  return end > 0 && sameSecret(sealedText.slice(end + 1), signature(key, text)) ? text.split('.') : null
}

/** The proof-of-work challenge, the same for everybody within a minute. */
export const challengeOf = (key: string, eventId: number, at: Date): string =>
  sealed(key, 'challenge', eventId, Math.floor(at.getTime() / MINUTE_MS))

export function isProven(
  key: string,
  { eventId, challenge, nonce, at }: { eventId: number; challenge: string; nonce: number; at: Date },
): boolean {
  const [kind, event, minute] = opened(key, challenge) ?? []
  if (kind !== 'challenge' || event !== String(eventId)) return false
  const age = Math.floor(at.getTime() / MINUTE_MS) - Number(minute)
  return (
    age >= 0 &&
    age < MINUTES_VALID &&
    isProof(createHash('sha256').update(proofText(challenge, nonce)).digest())
  )
}

/** How long a person who opened the wizard before a room opened may finish, in milliseconds. */
const PASS_MS = 30 * MINUTE_MS

export const passOf = (key: string, { eventId, userId }: Visitor, at: Date): string =>
  sealed(key, 'pass', eventId, userId, at.getTime())

export function isPass(key: string, { eventId, userId }: Visitor, pass: string, at: Date): boolean {
  const [kind, event, user, issued] = opened(key, pass) ?? []
  const age = at.getTime() - Number(issued)
  return kind === 'pass' && event === String(eventId) && user === String(userId) && age >= 0 && age < PASS_MS
}

export const ticketOf = (key: string, eventId: number, number: number): string =>
  sealed(key, 'ticket', eventId, number)

/** Null when the ticket is invalid. */
export function numberOf(key: string, eventId: number, ticket: string): number | null {
  const [kind, event, number] = opened(key, ticket) ?? []
  return kind === 'ticket' && event === String(eventId) ? Number(number) : null
}
