import type { Limit } from '#server/lib/rate-limit.ts'

/** Each asks the gateway, and holds the place for as long as a payment without a charge does. */
export const RENEWALS_BY_USER: Limit = { name: 'renew-payment-user', points: 10, perSeconds: 86_400 }
