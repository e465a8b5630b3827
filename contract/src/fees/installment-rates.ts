import { z } from 'zod'
import { MoneyInput } from '../fields.ts'
import { MAX_INSTALLMENTS } from '../pricing/installments.ts'
import { defineRoute } from '../route.ts'

const Rate = MoneyInput.refine((rate) => rate <= 5_000, 'O campo precisa ser de 0 a 50')
const OPERATORS = { access: { roles: ['Admin', 'Empresa'] }, tag: 'Empresa' } as const
/** Percentages with two decimals, for 2 to 12 installments. */
const Rates = z.object({ rates: z.array(z.string()).length(MAX_INSTALLMENTS - 1) })

export const getInstallmentRates = defineRoute({
  method: 'GET',
  path: '/admin/installment-rates',
  ...OPERATORS,
  summary: 'Os juros do parcelamento no cartão, de 2 a 12 parcelas',
  data: Rates,
})
export const saveInstallmentRates = defineRoute({
  method: 'PUT',
  path: '/admin/installment-rates',
  ...OPERATORS,
  summary: 'Salva os juros do parcelamento no cartão, de 2 a 12 parcelas',
  body: z.object({ rates: z.array(Rate).length(MAX_INSTALLMENTS - 1) }),
  data: Rates,
})
