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
