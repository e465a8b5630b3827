import { z } from 'zod'
import { BrazilianDate, Instant, Money } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { PeriodQuery } from './period.ts'

const COMPANY = { roles: ['Admin', 'Empresa'] } as const
const TAG = 'Extrato'

/** What moved by a payment method: net = gross − refunded − returned − gateway fee − service fee. */
export const MoneyMoved = z.object({
  /** 0 Pix, 1 Boleto, 2 Cartão de Crédito. */
  type: z.int(),
  payments: z.int(),
  /** With interest, like what went back. */
  gross: Money,
  /** Of gross less what went back, the interest of payments in installments. */
  interest: Money,
  refunded: Money,
  /** Disputed, or a manual receipt that was undone. */
  returned: Money,
  gateway_fee: Money,
  service_fee: Money,
  net: Money,
})
export type MoneyMoved = z.infer<typeof MoneyMoved>

/** Why a comparison with the gateway left a difference. */
export const DIFFERENCES = {
  unknown_charge: 'Cobrança paga que não é nossa',
  amount: 'Valor diferente do nosso',
  status: 'Situação que não pôde ser aplicada',
  unreadable_charge: 'Cobrança que não pôde ser lida',
} as const

export const DailyMoney = z.object({
  /** Days with figures, the latest first. */
  days: z.array(
    z.object({
      day: BrazilianDate,
      methods: z.array(MoneyMoved),
    }),
  ),
  total: MoneyMoved.omit({ type: true }),
  /** How the charges created on each day compared with the gateway's, the latest day first. */
  comparisons: z.array(
    z.object({
      provider: z.string(),
      day: BrazilianDate,
      /** Null while it goes on. */
      finished_at: Instant.nullable(),
      charges: z.int(),
      repaired: z.int(),
      differences: z.array(
        z.object({
          kind: z.enum(Object.keys(DIFFERENCES) as (keyof typeof DIFFERENCES)[]),
          charge_id: z.string(),
          payment_id: z.int().nullable(),
          /** Of the charge at the gateway, as one of our codes. */
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
  access: COMPANY,
  tag: TAG,
  summary:
    'O que entrou e saiu em cada dia, por forma de pagamento, e a comparação com o meio de pagamento; sem data inicial, os últimos 31 dias',
  query: PeriodQuery,
  data: DailyMoney,
})
