import { z } from 'zod'
import { GivenPassword } from '../fields.ts'
import { defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import { Code } from '../second-factor.ts'
import { Destination, DestinationInput } from './destination.ts'
import { Amount, Created, FILES, FormatQuery, OrganizerBalance, Payout, RECEIPTS } from './payout.ts'

/** The policy rejects realizadores. */
const ORGANIZER = { roles: ['Organizador'] } as const
const TAG = 'Repasses'

export const getMyBalance = defineRoute({
  method: 'GET',
  path: '/organizer/payout-balance',
  access: ORGANIZER,
  tag: TAG,
  summary: 'O que o organizador tem a receber, evento por evento',
  data: OrganizerBalance,
})
export const listMyPayouts = defineRoute({
  method: 'GET',
  path: '/organizer/payouts',
  access: ORGANIZER,
  tag: TAG,
  summary: 'Os repasses do organizador',
  query: PageQuery,
  data: z.array(Payout),
  meta: PageMeta,
})
export const exportMyPayouts = defineRoute({
  method: 'GET',
  path: '/organizer/payouts/export',
  sends: FILES,
  access: ORGANIZER,
  tag: TAG,
  summary: 'Os repasses do organizador num arquivo CSV ou XLSX, uma linha por evento de cada repasse',
  query: FormatQuery,
})
export const requestPayout = defineRoute({
  method: 'POST',
  path: '/organizer/payouts',
  access: ORGANIZER,
  tag: TAG,
  status: 201,
  summary: 'Pede um repasse',
  body: z.object({ amount: Amount }),
  data: Created,
})
export const cancelPayout = defineRoute({
  method: 'POST',
  path: '/organizer/payouts/:id/cancel',
  access: ORGANIZER,
  tag: TAG,
  summary: 'Desiste de um repasse que ainda não foi aprovado',
  params: IdParams,
})
export const getMyReceipt = defineRoute({
  method: 'GET',
  path: '/organizer/payouts/:id/receipt',
  sends: RECEIPTS,
  access: ORGANIZER,
  tag: TAG,
  summary: 'O comprovante de um repasse',
  params: IdParams,
})
export const savePayoutDestination = defineRoute({
  method: 'PUT',
  path: '/organizer/payout-destination',
  access: ORGANIZER,
  tag: TAG,
  summary:
    'Salva a chave Pix e a conta bancária que recebem os repasses; pede a senha e, de quem tem a verificação em duas etapas, um código',
  body: z.intersection(
    DestinationInput,
    z.object({
      current_password: GivenPassword('Confirme com a sua senha atual.'),
      /** Of the app or a recovery code; required while the second factor is on. */
      code: Code.optional(),
    }),
  ),
  data: Destination,
})
