/** The ways to pay, by their codes. Apart from `payment-status.ts`: the page of a race needs no more than their names. */
export const PAYMENT_TYPES = ['Pix', 'Boleto', 'Cartão de Crédito'] as const
