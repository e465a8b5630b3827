import { z } from 'zod'
import { MoneyInput } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'
import { MINE } from './my-registrations.ts'

/** Throws 409 when it is not possible, or the refund is not the one shown. */
export const returnMyPlace = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/return',
  ...MINE,
  summary: 'Devolve a vaga de uma inscrição paga à venda; o reembolso sai quando alguém a comprar',
  params: IdParams,
  body: z.object({
    /** The refund that the page showed. */
    expected_refund: MoneyInput,
  }),
})

/** Throws 409 when the place was bought, or cannot be taken again. */
export const withdrawMyReturn = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/return/withdraw',
  ...MINE,
  summary: 'Pega de volta a vaga que devolvi, enquanto ela está livre',
  params: IdParams,
})
