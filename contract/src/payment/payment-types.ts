// Not in payment-status.ts, so that race pages load only this.

export const PAYMENT_TYPE = { pix: 0, boleto: 1, card: 2 } as const
export type PaymentType = (typeof PAYMENT_TYPE)[keyof typeof PAYMENT_TYPE]

export const PAYMENT_TYPES = ['Pix', 'Boleto', 'Cartão de Crédito'] as const
