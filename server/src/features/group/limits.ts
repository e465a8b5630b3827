import type { Limit } from '#server/lib/rate-limit.ts'

export const GROUPS_BY_USER: Limit = { name: 'group-create-user', points: 20, perSeconds: 86_400 }

/** Each calls the gateway and renews the time for which spots are held. */
export const GROUP_PAYMENTS_BY_USER: Limit = { name: 'group-payment-user', points: 30, perSeconds: 86_400 }

/** E-mails to people whose addresses a captain gave. */
export const INVITATIONS_BY_USER: Limit = { name: 'group-invitation-user', points: 1500, perSeconds: 86_400 }

/** Links contain 256 random bits, so an unknown one is a typing error or a guess. */
export const UNKNOWN_GROUPS_BY_ADDRESS: Limit = {
  name: 'unknown-group-link',
  points: 60,
  perSeconds: 3_600,
}
