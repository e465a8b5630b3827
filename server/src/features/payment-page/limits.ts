import type { Limit } from '#server/lib/rate-limit.ts'

/** Each renewal, and each cancellation undone, calls the gateway and holds the spot as long as a new payment does. */
export const RENEWALS_BY_USER: Limit = { name: 'renew-payment-user', points: 10, perSeconds: 86_400 }

/** Counted by registration, so that a holder of the link does not use up the payer's limits. */
export const CHANGES_BY_LINK: Limit = { name: 'change-payment-link', points: 10, perSeconds: 86_400 }

/** Counted by network address, which thousands of runners may share. */
export const CHANGES_BY_ADDRESS: Limit = { name: 'change-payment-address', points: 300, perSeconds: 3_600 }

/** Links contain 122 random bits, so a request for an unknown one is a typing error or a guess. */
export const UNKNOWN_LINKS_BY_ADDRESS: Limit = {
  name: 'unknown-payment-link',
  points: 60,
  perSeconds: 3_600,
}
