import type { Limit } from '#server/lib/rate-limit.ts'

/** Each asks the gateway, and holds the place for as long as a payment without a charge does. */
export const RENEWALS_BY_USER: Limit = { name: 'renew-payment-user', points: 10, perSeconds: 86_400 }

/** Refusals of one account for one event because somebody else has registered a participant: enough for a club, too few to ask in bulk. */
export const OTHERS_ASKED_FOR: Limit = {
  name: 'others-asked-for',
  points: 20,
  perSeconds: 86_400,
  message:
    'Muitas tentativas com participantes que não puderam ser inscritos. Tente de novo amanhã; cada pessoa pode se inscrever pela própria conta.',
}

const TOO_MANY_ORDERS = 'Muitas inscrições em pouco tempo. Aguarde alguns minutos e tente de novo.'

/** A runner sends one or two, who corrects a mistake some more; a club sends up to 21 people in each. */
export const ORDERS_BY_USER: Limit = {
  name: 'order-user',
  points: 60,
  perSeconds: 3_600,
  message: TOO_MANY_ORDERS,
}

/**
 * Counts places for others, by event: thousands of runners share the address of a telephone company, and each of them registers
 * above all themselves. Who fills a race with invented people must bring others, however many accounts they have.
 */
export const OTHERS_BY_ADDRESS: Limit = {
  name: 'order-others-address',
  points: 300,
  perSeconds: 3_600,
  message: TOO_MANY_ORDERS,
}

/** Who has the link tries once or twice. */
export const DISOWNMENTS_BY_ADDRESS: Limit = { name: 'disown-address', points: 30, perSeconds: 3_600 }
