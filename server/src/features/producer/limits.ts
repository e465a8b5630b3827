import type { Limit } from '#server/lib/rate-limit.ts'

/** Each may send a message to an address somebody typed. */
export const INVITATIONS_BY_USER: Limit = { name: 'invitation-user', points: 100, perSeconds: 3600 }
