import { z } from 'zod'
import { BrazilianDate, Money, MoneyInput } from '../fields.ts'
import { ChangeDowngrade } from '../pricing/change-downgrade.ts'
import { PriceLine } from '../pricing/price-line.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { MINE, PaymentType } from './my-registrations.ts'

const Option = z.object({
  id: z.int(),
  name: z.string(),
  is_sold_out: z.boolean(),
  /** Who may have it, if that excludes the runner: `mulheres`; otherwise null. */
  ineligible: z.string().nullable(),
})

/** What a runner can change a registration to, and what each kit would cost. */
export const ChangeOptions = z.object({
  until: BrazilianDate,
  downgrade: ChangeDowngrade,
  fee: Money,
  current: z.object({ category_id: z.int(), product_id: z.int(), shirt_size_id: z.int().nullable() }),
  categories: z.array(Option.extend({ modality: z.string() })),
  products: z.array(
    Option.extend({
      /** The categories in which it is sold; empty: all. */
      category_ids: z.array(z.int()),
      sizes: z.array(z.object({ id: z.int(), name: z.string(), is_sold_out: z.boolean() })),
      /** The price after the change. */
      value: Money,
      price_lines: z.array(PriceLine),
      to_pay: Money,
      to_refund: Money,
      /** The difference of a cheaper kit that stays with the organizer. */
      kept: Money,
      /** The difference of a cheaper kit that becomes a credit for another race. */
      credit: Money,
    }),
  ),
  payment_types: z.array(PaymentType),
})
export type ChangeOptions = z.infer<typeof ChangeOptions>

export const getChangeOptions = defineRoute({
  method: 'GET',
  path: '/participant/registrations/:id/change',
  ...MINE,
  summary: 'Para o que posso alterar a minha inscrição, e por quanto',
  params: IdParams,
  data: ChangeOptions,
})

export const changeMyRegistration = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/change',
  ...MINE,
  summary: 'Altera a minha inscrição; com diferença a pagar, depois do pagamento',
  params: IdParams,
  body: z.object({
    category_id: Id,
    product_id: Id,
    shirt_size_id: Id.nullable().default(null),
    /** How a difference is paid. */
    payment_type: PaymentType.nullable().default(null),
    /** The value after the change that the page showed; another one is a conflict. */
    expected_value: MoneyInput,
  }),
  /** Where the difference is paid; null when there is none. */
  data: z.object({ payment_link: z.string().nullable() }),
})

export const withdrawMyChange = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/change/withdraw',
  ...MINE,
  summary: 'Desiste da alteração que espera pagamento',
  params: IdParams,
})
