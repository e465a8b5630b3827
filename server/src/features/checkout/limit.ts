import type { Limit } from '#server/lib/rate-limit.ts'

/** Each renewal calls the gateway and holds the spot as long as a new payment does. */
export const RENEWALS_BY_USER: Limit = { name: 'renew-payment-user', points: 10, perSeconds: 86_400 }

/** Of the registrations that a payment's link pays for. Whoever has the link uses up nothing that the payer's account needs. */
export const CHANGES_BY_LINK: Limit = { name: 'change-payment-link', points: 10, perSeconds: 86_400 }

/** Like the additional participants, by network address: thousands of runners share one. */
export const CHANGES_BY_ADDRESS: Limit = { name: 'change-payment-address', points: 300, perSeconds: 3_600 }

/** Links are 122 random bits: who asks for one that does not exist mistyped or guesses. */
export const UNKNOWN_LINKS_BY_ADDRESS: Limit = {
  name: 'unknown-payment-link',
  points: 60,
  perSeconds: 3_600,
}

/**
 * Limits, by account and event, the refusals that reveal that another account has registered a participant: enough for a club, too few
 * to look up CPFs in bulk.
 */
export const REGISTERED_BY_OTHER_ANSWERS: Limit = {
  name: 'others-asked-for',
  points: 20,
  perSeconds: 86_400,
  message:
    'Muitas tentativas com participantes que não puderam ser inscritos. Tente de novo amanhã; cada pessoa pode se inscrever pela própria conta.',
}

const TOO_MANY_ORDERS = 'Muitas inscrições em pouco tempo. Aguarde alguns minutos e tente de novo.'

/** A runner sends one or two orders, some more after mistakes; a club sends up to 21 people in each order. */
export const ORDERS_BY_USER: Limit = {
  name: 'order-user',
  points: 60,
  perSeconds: 3_600,
  message: TOO_MANY_ORDERS,
}

/**
 * Limits additional participants by network address and event. Buyers themselves do not count, because thousands of runners share the
 * address of a mobile carrier. Filling a race with invented people requires additional participants, with any number of accounts.
 */
export const ADDITIONAL_BY_ADDRESS: Limit = {
  name: 'order-others-address',
  points: 300,
  perSeconds: 3_600,
  message: TOO_MANY_ORDERS,
}

/** A recipient of the link needs one or two requests. */
export const DISOWNMENTS_BY_ADDRESS: Limit = { name: 'disown-address', points: 30, perSeconds: 3_600 }
