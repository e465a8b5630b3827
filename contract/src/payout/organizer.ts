import { z } from 'zod'
import { OwnerProof } from '../account/second-factor.ts'
import { defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import { Destination, DestinationInput } from './destination.ts'
import { Amount, Created, FILES, FormatQuery, OrganizerBalance, Payout, RECEIPTS } from './payout.ts'

/** The server's policy rejects realizadores. */
const ORGANIZER = { access: { roles: ['Organizador'] }, tag: 'Repasses' } as const

export const getMyBalance = defineRoute({
  method: 'GET',
  path: '/organizer/payout-balance',
  ...ORGANIZER,
  summary: 'O que o organizador tem a receber, evento por evento',
  data: OrganizerBalance,
})
export const listMyPayouts = defineRoute({
  method: 'GET',
  path: '/organizer/payouts',
  ...ORGANIZER,
  summary: 'Os repasses do organizador',
  query: PageQuery,
  data: z.array(Payout),
  meta: PageMeta,
})
export const exportMyPayouts = defineRoute({
  method: 'GET',
  path: '/organizer/payouts/export',
  sends: FILES,
  ...ORGANIZER,
  summary: 'Os repasses do organizador num arquivo CSV ou XLSX, uma linha por evento de cada repasse',
  query: FormatQuery,
})
export const requestPayout = defineRoute({
  method: 'POST',
  path: '/organizer/payouts',
  ...ORGANIZER,
  status: 201,
  summary: 'Pede um repasse',
  body: z.object({ amount: Amount }),
  data: Created,
})
export const cancelPayout = defineRoute({
  method: 'POST',
  path: '/organizer/payouts/:id/cancel',
  ...ORGANIZER,
  summary: 'Desiste de um repasse que ainda não foi aprovado',
  params: IdParams,
})
export const getMyReceipt = defineRoute({
  method: 'GET',
  path: '/organizer/payouts/:id/receipt',
  sends: RECEIPTS,
  ...ORGANIZER,
  summary: 'O comprovante de um repasse',
  params: IdParams,
})
export const savePayoutDestination = defineRoute({
  method: 'PUT',
  path: '/organizer/payout-destination',
  ...ORGANIZER,
  summary:
    'Salva a chave Pix e a conta bancária que recebem os repasses 72 horas depois; pede a senha e um código da verificação em duas etapas',
  body: z.intersection(DestinationInput, OwnerProof),
  data: Destination,
})
