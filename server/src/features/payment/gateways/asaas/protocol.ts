import { z } from 'zod'
import { isIsoDate } from '#contract/dates.ts'

/** What the product reads of Asaas' API v3. Amounts are decimal reais, dates São Paulo's; fields not named here are ignored. */

export const BILLING_TYPES = ['PIX', 'BOLETO', 'CREDIT_CARD'] as const

/** An empty text is as good as none. */
const Day = z
  .string()
  .nullish()
  .transform((text) => (text && isIsoDate(text) ? text : null))

export const AsaasPayment = z.object({
  id: z.string().min(1),
  status: z.string(),
  /** There is no status for a deleted charge. */
  deleted: z.boolean().nullish(),
  value: z.number(),
  /** What is left of `value` after Asaas' fee. */
  netValue: z.number().nullish(),
  /** What was asked for, when `value` became what was paid (discount, fine). */
  originalValue: z.number().nullish(),
  billingType: z.string(),
  externalReference: z.string().nullish(),
  /** The plan it is an installment of. */
  installment: z.string().nullish(),
  installmentNumber: z.int().nullish(),
  invoiceUrl: z.url({ protocol: /^https?$/ }),
  bankSlipUrl: z.url({ protocol: /^https?$/ }).nullish(),
  clientPaymentDate: Day,
  confirmedDate: Day,
  paymentDate: Day,
  /** A boleto may be paid by Pix; then it is refunded like one. */
  pixTransaction: z.string().nullish(),
  /** Present since a dispute was opened. */
  chargeback: z.object({ status: z.string().nullish() }).nullish(),
})
export type AsaasPayment = z.infer<typeof AsaasPayment>

export const PaymentList = z.object({ data: z.array(AsaasPayment), hasMore: z.boolean().nullish() })

/** Refunds have no id and no reference of ours: our reference is in the description. `2026-12-10 10:28:40`, or a day. */
export const RefundList = z.object({
  data: z.array(
    z.object({
      status: z.string(),
      value: z.number(),
      description: z.string().nullish(),
      dateCreated: z.string(),
      effectiveDate: z.string().nullish(),
      transactionReceiptUrl: z.url({ protocol: /^https?$/ }).nullish(),
    }),
  ),
})
export type AsaasRefund = z.infer<typeof RefundList>['data'][number]

/** Where the payer of a boleto gives their bank data. */
export const BoletoRefund = z.object({ requestUrl: z.url({ protocol: /^https?$/ }) })

export const Deletion = z.object({ deleted: z.literal(true) })

export const Customer = z.object({
  id: z.string().min(1),
  externalReference: z.string().nullish(),
  deleted: z.boolean().nullish(),
})
export const CustomerList = z.object({ data: z.array(Customer) })

/** `2026-12-10 23:59:59`. */
export const PixQrCode = z.object({
  payload: z.string().min(1),
  expirationDate: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/),
})

export const IdentificationField = z.object({
  identificationField: z.string().regex(/^\d{47}$/),
  barCode: z.string().regex(/^\d{44}$/),
})

/** Descriptions are Portuguese sentences for people. */
export const Refusal = z.object({ errors: z.array(z.object({ description: z.string() })).min(1) })
