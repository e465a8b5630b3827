import type { Limit } from '#server/lib/rate-limit.ts'

/** How long an account may use a code it has validated: longer than the wizard keeps its draft. */
const VALIDITY_MS = 24 * 60 * 60 * 1000

/** Counts over all routes, because codes are short enough to be guessed. Correct codes do not count. */
export const WRONG_CODES: Limit = {
  name: 'coupon-guess',
  points: 30,
  perSeconds: 3_600,
  message: 'Muitos códigos de cupom incorretos. Aguarde um pouco e tente de novo, ou siga sem o cupom.',
}

export const wrongCodesKey = (userId: number, eventId: number): string => `${userId}:${eventId}`

/** Codes validated before this must be entered again. */
export const validCodesSince = (now: Date): Date => new Date(now.getTime() - VALIDITY_MS)
