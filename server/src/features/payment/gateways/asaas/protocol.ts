import { z } from 'zod'
import { isIsoDate } from '#contract/dates.ts'

/**
 * The parts of Asaas' API v3 that are used. Amounts are decimal reais, dates are in São Paulo's time zone.
 */

export const BILLING_TYPES = ['PIX', 'BOLETO', 'CREDIT_CARD'] as const

/** An empty text counts as a missing date. */
const Day = z
  .string()
  .nullish()
  .transform((text) => (text && isIsoDate(text) ? text : null))

export const AsaasPayment = z.object({
  id: z.string().min(1),
  status: z.string(),
  /** Deleted charges have no status of their own. */
  deleted: z.boolean().nullish(),
  value: z.number(),
  /** `value` minus Asaas' fee. */
  netValue: z.number().nullish(),
  /** When `value` was replaced by the paid amount (discount, fine). */
  originalValue: z.number().nullish(),
  billingType: z.string(),
  externalReference: z.string().nullish(),
  installment: z.string().nullish(),
  installmentNumber: z.int().nullish(),
  invoiceUrl: z.url({ protocol: /^https?$/ }),
  bankSlipUrl: z.url({ protocol: /^https?$/ }).nullish(),
  clientPaymentDate: Day,
  confirmedDate: Day,
  paymentDate: Day,
  /** A boleto paid by Pix is refunded like a Pix. */
  pixTransaction: z.string().nullish(),
  /** The parts for other wallets. `totalValue` is missing as long as it is only requested. */
  split: z
    .array(
      z.object({
        id: z.string(),
        status: z.string().nullish(),
        fixedValue: z.number().nullish(),
        totalValue: z.number().nullish(),
      }),
    )
    .nullish(),
  refunds: z
    .array(
      z.object({
        status: z.string(),
        value: z.number(),
        refundedSplits: z.array(z.object({ id: z.string(), value: z.number() })).nullish(),
      }),
    )
    .nullish(),
  /** Present once a dispute was opened. */
  chargeback: z.object({ status: z.string().nullish() }).nullish(),
})
export type AsaasPayment = z.infer<typeof AsaasPayment>

export const PaymentList = z.object({ data: z.array(AsaasPayment), hasMore: z.boolean().nullish() })

/** A page of all payments of the account. Those that are not ours may lack fields; they are skipped. */
export const PaymentPage = PaymentList.extend({
  data: z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const { data } = AsaasPayment.safeParse(item)
      return data ? [data] : []
    }),
  ),
})

/**
 * Refunds have neither an id nor a field for our reference, which is in the description. Dates are
 * `2026-12-10 10:28:40` or a day.
 */
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
  hasMore: z.boolean().nullish(),
})
export type AsaasRefund = z.infer<typeof RefundList>['data'][number]

export const BoletoRefund = z.object({ requestUrl: z.url({ protocol: /^https?$/ }).nullish() })

export const Deletion = z.object({ deleted: z.literal(true) })

export const Customer = z.object({ id: z.string().min(1) })

/** The expiry has the form `2026-12-10 23:59:59`. */
export const PixQrCode = z.object({
  payload: z.string().min(1),
  expirationDate: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/),
})

export const IdentificationField = z.object({
  identificationField: z.string().regex(/^\d{47}$/),
  barCode: z.string().regex(/^\d{44}$/),
})

/** Descriptions are Portuguese sentences that can be shown to people. */
export const Refusal = z.object({
  errors: z.array(z.object({ code: z.string().default(''), description: z.string() })).min(1),
})
