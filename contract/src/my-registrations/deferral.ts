import { z } from 'zod'
import { MoneyInput, required } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'
import { MINE } from './my-registrations.ts'

/** The credit lasts for the next edition of a yearly race. */
export const DEFERRAL_CREDIT_DAYS = 400

/** Throws 409 when it is not possible, or the credit is not the one shown. */
export const deferMyRegistration = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/deferral',
  ...MINE,
  summary: 'Troca uma inscrição paga por um crédito para outra prova da mesma organização',
  params: IdParams,
  body: z.object({
    reason: required('Escreva o motivo.', 500),
    /** The credit that the page showed. */
    expected_credit: MoneyInput,
  }),
})
