import { z } from 'zod'
import { BrazilianDate, Instant, Money } from './fields.ts'
import { MAX_INSTALLMENTS } from './installments.ts'
import { PaymentType } from './registration.ts'
import { defineRoute } from './route.ts'

/** The random part of a payment's link. Whoever holds it sees and does what these two routes allow, without an account. */
const Token = z.object({ token: z.string().max(200) })

export const PaymentPage = z.object({
  event: z.object({ title: z.string(), slug: z.string(), date_event: BrazilianDate }),
  type: PaymentType,
  /** With interest. */
  amount: Money,
  /** In how many the card is charged, and the interest of that. */
  installments: z.int(),
  interest: Money,
  status: z.string(),
  status_code: z.int(),
  /** What is paid, and for whom. */
  items: z.array(
    z.object({
      first_name: z.string(),
      modality: z.string(),
      amount: Money,
      /** Of the registration: 'Pendente', 'Confirmado' or 'Cancelado'. */
      status: z.string(),
      /** Where the registration is, when it is not the payment's event: what was paid for that one moved to its new date. */
      event_title: z.string().nullable(),
    }),
  ),
  due_date: BrazilianDate.nullable(),
  /** When a Pix or a card can no longer be paid; null for a boleto. */
  payable_until: Instant.nullable(),
  paid_at: Instant.nullable(),
  /** Another payment has paid for the same already. */
  is_duplicate: z.boolean(),
  /** Whether the gateway has created the charge. */
  is_ready: z.boolean(),
  /** Null unless the payment can be paid by Pix now and the gateway has said how. */
  pix: z.object({ code: z.string() }).nullable(),
  /** 47 and 44 digits. Null unless the boleto can be paid now and the gateway has said how. */
  boleto: z.object({ line: z.string(), barcode: z.string(), pdf_url: z.string().nullable() }).nullable(),
  /** The gateway's own page, where cards are paid; null unless the payment can be paid now. */
  hosted_link: z.string().nullable(),
  /** The sandbox gateway: nothing is charged, and its own page plays the bank. */
  is_test: z.boolean(),
  /** The types that `changePaymentMethod` accepts now. */
  other_types: z.array(PaymentType),
  /** In how many the card may be charged, `changePaymentMethod` makes another payment for; empty when there is no choice. */
  plans: z.array(
    z.object({
      count: z.int(),
      /** Of all installments but the last. */
      each: Money,
      last: Money,
      interest: Money,
      total: Money,
    }),
  ),
  /** The payments that took the place of one that has ended, as far as they pay for the same registrations and no others. */
  replaced_by: z.array(z.object({ token: z.string(), first_names: z.array(z.string()) })),
})
export type PaymentPage = z.infer<typeof PaymentPage>

export const getPaymentPage = defineRoute({
  method: 'GET',
  path: '/payments/:token',
  access: 'public',
  tag: 'Pagamentos',
  summary: 'O que a página de um pagamento mostra a quem tem o seu link',
  params: Token,
  data: PaymentPage,
})

export const changePaymentMethod = defineRoute({
  method: 'POST',
  path: '/payments/:token/method',
  access: 'public',
  tag: 'Pagamentos',
  summary: 'Troca a forma de pagamento pelo link: outro pagamento, com outro link, toma o lugar deste',
  params: Token,
  body: z.object({
    payment_type: PaymentType,
    /** Of a card. */
    installments: z.int().min(1).max(MAX_INSTALLMENTS).default(1),
  }),
  status: 201,
  data: z.object({ token: z.string() }),
})
