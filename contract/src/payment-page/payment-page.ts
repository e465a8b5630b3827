import { z } from 'zod'
import { BrazilianDate, Instant, Money } from '../fields.ts'
import { PaymentType } from '../my-registrations/my-registrations.ts'
import { MAX_INSTALLMENTS } from '../pricing/installments.ts'
import { PriceLine } from '../pricing/price-line.ts'
import { defineRoute } from '../route.ts'

/** The random part of a payment's URL. Its holder may call these two routes without an account. */
const Token = z.object({ token: z.string().max(200) })

export const PaymentPage = z.object({
  event: z.object({ title: z.string(), slug: z.string(), date_event: BrazilianDate }),
  type: PaymentType,
  /** The amount with interest. */
  amount: Money,
  installments: z.int(),
  interest: Money,
  status: z.string(),
  status_code: z.int(),
  items: z.array(
    z.object({
      first_name: z.string(),
      modality: z.string(),
      amount: Money,
      /** They add up to `amount`; empty when the captain of a group pays for another account's registration. */
      price_lines: z.array(PriceLine),
      /** The status of the registration. */
      status: z.string(),
      /**
       * Null unless the amount was moved to a registration of another event: the new date of a cancelled one.
       */
      event_title: z.string().nullable(),
    }),
  ),
  due_date: BrazilianDate.nullable(),
  /** When a Pix or card payment can no longer be made; null for a boleto. */
  payable_until: Instant.nullable(),
  paid_at: Instant.nullable(),
  is_duplicate: z.boolean(),
  /** The gateway has created the charge. */
  is_ready: z.boolean(),
  /** Null unless it can be paid by Pix now, as some boletos can, and the gateway has returned the code. */
  pix: z.object({ code: z.string() }).nullable(),
  /** 47 and 44 digits. Null unless it can be paid now and the gateway has returned the numbers. */
  boleto: z.object({ line: z.string(), barcode: z.string(), pdf_url: z.string().nullable() }).nullable(),
  /** The gateway's own page, on which cards are charged; null unless the payment can be paid now. */
  hosted_link: z.string().nullable(),
  /** The payment is at the sandbox gateway: nothing is charged, and its own page simulates the bank. */
  is_test: z.boolean(),
  /** The types that `changePaymentMethod` accepts now. */
  other_types: z.array(PaymentType),
  /** What `changePaymentMethod` accepts for a card; empty when there is no choice. */
  plans: z.array(
    z.object({
      count: z.int(),
      /** All installments except the last. */
      each: Money,
      last: Money,
      interest: Money,
      total: Money,
    }),
  ),
  /** The payments that replaced this one, if they pay for the same registrations and no others. */
  replaced_by: z.array(z.object({ token: z.string(), first_names: z.array(z.string()) })),
})
export type PaymentPage = z.infer<typeof PaymentPage>

const PUBLIC = { access: 'public', tag: 'Pagamentos' } as const

export const getPaymentPage = defineRoute({
  method: 'GET',
  path: '/payments/:token',
  ...PUBLIC,
  summary: 'O que a página de um pagamento mostra a quem tem o seu link',
  params: Token,
  data: PaymentPage,
})

export const changePaymentMethod = defineRoute({
  method: 'POST',
  path: '/payments/:token/method',
  ...PUBLIC,
  summary: 'Troca a forma de pagamento pelo link: outro pagamento, com outro link, toma o lugar deste',
  params: Token,
  body: z.object({
    payment_type: PaymentType,
    installments: z.int().min(1).max(MAX_INSTALLMENTS).default(1),
  }),
  status: 201,
  data: z.object({ token: z.string() }),
})
