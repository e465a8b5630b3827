import { z } from 'zod'
import { BrazilianDate, Instant, Money } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { PeriodQuery } from './period.ts'
import { COMPANY } from './statement.ts'

/** Money moved by a payment method: net = gross − refunded − returned − gateway fee − service fee. */
export const MoneyMoved = z.object({
  type: z.int(),
  payments: z.int(),
  /** With interest, as `refunded` and `returned`. */
  gross: Money,
  /** The interest of installments within gross less the amounts refunded and returned. */
  interest: Money,
  refunded: Money,
  /** Disputed payments, and manual receipts that were undone. */
  returned: Money,
  gateway_fee: Money,
  service_fee: Money,
  net: Money,
})
export type MoneyMoved = z.infer<typeof MoneyMoved>

/** Why a difference remains after the comparison with the gateway, and what to do about it. */
export const DIFFERENCES = {
  unknown_charge: {
    words: 'Cobrança paga que não é nossa',
    step: 'Outro sistema usa a mesma conta? Então nada é preciso. Senão, procure a cobrança no painel do meio de pagamento.',
  },
  lost_open: {
    words: 'Cobrança em aberto de uma inscrição que se perdeu',
    step: 'Ainda pode ser paga. Quem opera o sistema a cancela com npm run payments:reconcile para este dia.',
  },
  lost_paid: {
    words: 'Cobrança paga de uma inscrição que se perdeu',
    step: 'Devolva o valor no painel do meio de pagamento, que diz quem pagou, e avise a pessoa de que precisa se inscrever de novo.',
  },
  amount: {
    words: 'Valor diferente do nosso',
    step: 'Compare com o pagamento e, se foi pago a mais ou a menos, acerte com quem pagou.',
  },
  status: {
    words: 'Situação que não pôde ser aplicada',
    step: 'Compare com o pagamento: o meio de pagamento diz outra coisa sobre ele.',
  },
  unreadable_charge: {
    words: 'Cobrança que não pôde ser lida',
    step: 'Procure-a no painel do meio de pagamento: pode ter sido apagada lá.',
  },
} as const

export const DailyMoney = z.object({
  /** Latest first. */
  days: z.array(
    z.object({
      day: BrazilianDate,
      methods: z.array(MoneyMoved),
    }),
  ),
  total: MoneyMoved.omit({ type: true }),
  /** Charges created on each day, compared with the gateway's; latest day first. */
  comparisons: z.array(
    z.object({
      provider: z.string(),
      day: BrazilianDate,
      /** Null while the comparison is running. */
      finished_at: Instant.nullable(),
      /** Of all enterprises; null except for the platform's own. */
      charges: z.int().nullable(),
      repaired: z.int().nullable(),
      /**
       * The differences of the enterprise's payments. The platform's own enterprise also sees charges that
       * belong to no payment.
       */
      differences: z.array(
        z.object({
          kind: z.enum(Object.keys(DIFFERENCES) as (keyof typeof DIFFERENCES)[]),
          charge_id: z.string(),
          payment_id: z.int().nullable(),
          /** The charge's status at the gateway, as one of our codes. */
          status: z.int().nullable(),
          amount: Money.nullable(),
        }),
      ),
    }),
  ),
})
export type DailyMoney = z.infer<typeof DailyMoney>

export const getDailyMoney = defineRoute({
  method: 'GET',
  path: '/enterprise/daily-money',
  ...COMPANY,
  summary:
    'O que entrou e saiu em cada dia, por forma de pagamento, e a comparação com o meio de pagamento; sem data inicial, os últimos 31 dias',
  query: PeriodQuery,
  data: DailyMoney,
})
