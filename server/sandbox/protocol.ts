import { z } from 'zod'
import { isIsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'

/** The sandbox gateway's API: the data of `PaymentGateway` as JSON. Webhooks carry its own statuses. */

export const METHODS = ['PIX', 'BOLETO', 'CREDIT_CARD'] as const
export type Method = (typeof METHODS)[number]

/** The sandbox's statuses of a charge, and the product's. */
export const STATUS = {
  PENDING: PAYMENT_STATUS.pending,
  IN_ANALYSIS: PAYMENT_STATUS.awaiting,
  REFUSED: PAYMENT_STATUS.refused,
  REJECTED: PAYMENT_STATUS.rejected,
  CONFIRMED: PAYMENT_STATUS.confirmed,
  RECEIVED: PAYMENT_STATUS.paid,
  CANCELLED: PAYMENT_STATUS.cancelled,
  REFUNDED: PAYMENT_STATUS.refunded,
  DISPUTED: PAYMENT_STATUS.reversed,
} as const
export type ChargeStatus = keyof typeof STATUS

export const REFUND_STATUS = { AWAITING_PAYER: 'waiting', DONE: 'done', DENIED: 'cancelled' } as const
export type RefundStatus = keyof typeof REFUND_STATUS

const Moment = z.coerce.date()

export const NewCharge = z.object({
  externalReference: z.string().min(1).max(200),
  type: z.literal([0, 1, 2]),
  amountCents: z.int(),
  installments: z.int().min(1).max(12),
  dueOn: z.string().refine(isIsoDate),
  expiresAt: Moment.nullable(),
  description: z.string().min(1).max(500),
  payer: z.object({ name: z.string().min(1).max(200), cpf: z.string().regex(/^\d{11}$/) }),
})
export type NewCharge = z.infer<typeof NewCharge>

export const ChargeAnswer = z.object({
  id: z.string(),
  externalReference: z.string(),
  status: z.int(),
  amountCents: z.int(),
  paidAt: Moment.nullable(),
  paymentLink: z.string(),
  feeCents: z.int().nullable(),
  disputed: z.boolean(),
  installments: z
    .array(
      z.object({
        number: z.int(),
        amountCents: z.int(),
        feeCents: z.int().nullable(),
        isCredited: z.boolean(),
      }),
    )
    .optional(),
})

export const ChargePageAnswer = z.object({ charges: z.array(ChargeAnswer), next: z.int().nullable() })

export const DetailsAnswer = z.object({
  pix: z.object({ payload: z.string(), expiresAt: Moment }).nullable(),
  boleto: z.object({ digitableLine: z.string(), barcode: z.string() }).nullable(),
})

export const NewRefund = z.object({
  reference: z.string().min(1).max(200),
  amountCents: z.int().positive(),
  description: z.string().max(500),
})
export type NewRefund = z.infer<typeof NewRefund>

export const RefundAnswer = z.object({
  id: z.string(),
  reference: z.string().nullable(),
  amountCents: z.int(),
  status: z.enum(Object.values(REFUND_STATUS)),
  requestUrl: z.string().nullable(),
  receiptUrl: z.null(),
  doneAt: Moment.nullable(),
})

/** The body of an error, in Portuguese. */
export const Refusal = z.object({ message: z.string() })
