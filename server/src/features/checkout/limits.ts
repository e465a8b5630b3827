import type { Limit } from '#server/lib/rate-limit.ts'

/** By account and event: enough for a club, too few to look up CPFs in bulk. */
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
 * By network address and event. Buyers do not count, because thousands share the address of a mobile
 * carrier, and filling a race with invented people requires additional participants.
 */
export const ADDITIONAL_BY_ADDRESS: Limit = {
  name: 'order-others-address',
  points: 300,
  perSeconds: 3_600,
  message: TOO_MANY_ORDERS,
}
