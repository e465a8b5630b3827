import { z } from 'zod'
import { isIsoDate } from '#contract/dates.ts'

/** The sandbox gateway's protocol. Its statuses and names differ from the product's; the adapter translates. */

export const METHODS = ['PIX', 'BOLETO', 'CREDIT_CARD'] as const
export type Method = (typeof METHODS)[number]

const CHARGE_STATUSES = [
  'PENDING',
  'IN_ANALYSIS',
  'REFUSED',
  'REJECTED',
  'CONFIRMED',
  'RECEIVED',
  'CANCELLED',
  'REFUNDED',
  'DISPUTED',
] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

export const NewCharge = z.object({
  external_reference: z.string().min(1).max(200),
  method: z.enum(METHODS),
  amount_cents: z.int(),
  /** Cards only. */
  installments: z.int().min(1).max(12).default(1),
  due_on: z.string().refine(isIsoDate),
  /** Pix and cards only: when it can no longer be paid, if before the end of the due date. */
  expires_at: z.iso.datetime().nullish(),
  description: z.string().min(1).max(500),
  payer: z.object({
    name: z.string().min(1).max(200),
    cpf: z.string().regex(/^\d{11}$/),
    email: z.string().max(320),
    phone: z.string().max(30),
  }),
})
export type NewCharge = z.infer<typeof NewCharge>
export type ChargeRequestBody = z.input<typeof NewCharge>

export const ChargeAnswer = z.object({
  id: z.string(),
  external_reference: z.string(),
  status: z.enum(CHARGE_STATUSES),
  amount_cents: z.int(),
  paid_at: z.iso.datetime().nullable(),
  /** Under dispute, or refunded because a dispute was lost. */
  is_disputed: z.boolean(),
  /** Kept of what was paid; null until it is. */
  fee_cents: z.int().nullable(),
  /** Null when it is charged at once. */
  installments: z
    .array(z.object({ amount_cents: z.int(), fee_cents: z.int().nullable(), is_credited: z.boolean() }))
    .nullable(),
  payment_url: z.string(),
})
export type ChargeAnswer = z.infer<typeof ChargeAnswer>

/** How to pay a charge that is open; null for the other methods and once it cannot be paid. */
export const DetailsAnswer = z.object({
  payment_url: z.string(),
  pix: z.object({ payload: z.string(), expires_at: z.iso.datetime() }).nullable(),
  boleto: z.object({ digitable_line: z.string(), barcode: z.string() }).nullable(),
})
export type DetailsAnswer = z.infer<typeof DetailsAnswer>

export const NewRefund = z.object({
  external_reference: z.string().min(1).max(200),
  amount_cents: z.int().positive(),
  description: z.string().max(500),
})
export type NewRefund = z.infer<typeof NewRefund>

const REFUND_STATUSES = ['AWAITING_PAYER', 'DONE', 'DENIED'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const RefundAnswer = z.object({
  id: z.string(),
  external_reference: z.string().nullable(),
  amount_cents: z.int(),
  status: z.enum(REFUND_STATUSES),
  /** Where the payer of a boleto gives their bank data, as long as they are missing. */
  request_url: z.string().nullable(),
  done_at: z.iso.datetime().nullable(),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>

export const RefundList = z.object({ data: z.array(RefundAnswer) })

export const ChargeList = z.object({ data: z.array(ChargeAnswer), next: z.int().nullable() })

/** Like real gateways: an amount a Pix or boleto, a percentage of a card payment. */
export const FEES = { PIX: 99, BOLETO: 199 } as const
export const CARD_FEE_RATE = 299
export const INSTALLMENTS_FEE_RATE = 399

/** Descriptions are in Portuguese, for people, as at real gateways. */
export const Refusal = z.object({ errors: z.array(z.object({ code: z.string(), description: z.string() })) })
export type Refusal = z.infer<typeof Refusal>

export const MINIMUM_CENTS = 500
