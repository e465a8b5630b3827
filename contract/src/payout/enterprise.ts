import { z } from 'zod'
import { OwnerProof } from '../account/second-factor.ts'
import { Instant, MoneyInput, required } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'
import { Amount, Created, FILES, FormatQuery, OrganizerBalance, Payout, RECEIPTS, Status } from './payout.ts'

const COMPANY = { access: { roles: ['Admin', 'Empresa'] }, tag: 'Repasses' } as const

export const listBalances = defineRoute({
  method: 'GET',
  path: '/enterprise/payout-balances',
  ...COMPANY,
  summary: 'O que cada organizador tem a receber',
  data: z.array(OrganizerBalance.omit({ events: true })),
})
export const getBalance = defineRoute({
  method: 'GET',
  path: '/enterprise/payout-balances/:id',
  ...COMPANY,
  summary: 'O que um organizador tem a receber, evento por evento',
  params: IdParams,
  data: OrganizerBalance,
})
export const PayoutQuery = PageQuery.extend({ status: Status.optional().catch(undefined) })
export const listPayouts = defineRoute({
  method: 'GET',
  path: '/enterprise/payouts',
  ...COMPANY,
  summary: 'Os repasses, os mais novos primeiro',
  query: PayoutQuery,
  data: z.array(Payout),
  meta: PageMeta,
})
export const exportPayouts = defineRoute({
  method: 'GET',
  path: '/enterprise/payouts/export',
  sends: FILES,
  ...COMPANY,
  summary: 'Os repasses num arquivo CSV ou XLSX, uma linha por evento de cada repasse',
  query: FormatQuery.extend({ status: Status.optional().catch(undefined) }),
})
export const createPayout = defineRoute({
  method: 'POST',
  path: '/enterprise/payouts',
  ...COMPANY,
  status: 201,
  summary: 'Cria um repasse em nome de um organizador; outra pessoa o aprova',
  body: z.object({ organizer_id: Id, amount: Amount }),
  data: Created,
})
export const approvePayout = defineRoute({
  method: 'POST',
  path: '/enterprise/payouts/:id/approve',
  ...COMPANY,
  summary:
    'Aprova um repasse que outra pessoa pediu; pede a senha e, de quem tem a verificação em duas etapas, um código',
  params: IdParams,
  body: OwnerProof,
})
export const refusePayout = defineRoute({
  method: 'POST',
  path: '/enterprise/payouts/:id/refuse',
  ...COMPANY,
  summary: 'Recusa um repasse, com o motivo',
  params: IdParams,
  body: z.object({ note: required('Diga o motivo', 500) }),
})
export const markPayoutPaid = defineRoute({
  method: 'POST',
  path: '/enterprise/payouts/:id/pay',
  ...COMPANY,
  summary:
    'Marca um repasse aprovado como pago, com o comprovante (PDF ou imagem); pede a senha e, de quem tem a verificação em duas etapas, um código',
  uploads: 'receipt',
  params: IdParams,
  body: OwnerProof,
})
export const getReceipt = defineRoute({
  method: 'GET',
  path: '/enterprise/payouts/:id/receipt',
  sends: RECEIPTS,
  ...COMPANY,
  summary: 'O comprovante de um repasse',
  params: IdParams,
})

export const confirmHolder = defineRoute({
  method: 'POST',
  path: '/enterprise/payout-balances/:id/destination/confirm',
  ...COMPANY,
  summary:
    'Confirma que a chave Pix ou a conta dos repasses é do organizador; pede a senha e, de quem tem a verificação em duas etapas, um código',
  params: IdParams,
  /** `saved_at`: of the destination that was checked, so that no other one is confirmed. */
  body: OwnerProof.extend({ saved_at: Instant }),
})

const Percentage = MoneyInput.refine((basisPoints) => basisPoints <= 10_000, {
  error: 'O campo precisa ser de 0 a 100',
})
const Days = z.coerce.number({ error: 'Campo não é válido' }).int().min(0).max(365)
export const PayoutSettings = z.object({ reserve_percentage: z.string(), reserve_days: z.int() })
export const PayoutSettingsInput = z.object({ reserve_percentage: Percentage, reserve_days: Days })

export const getPayoutSettings = defineRoute({
  method: 'GET',
  path: '/enterprise/payout-settings',
  ...COMPANY,
  summary: 'A reserva que a empresa retém dos repasses',
  data: PayoutSettings,
})
export const savePayoutSettings = defineRoute({
  method: 'PUT',
  path: '/enterprise/payout-settings',
  ...COMPANY,
  summary: 'Salva a reserva que a empresa retém dos repasses',
  body: PayoutSettingsInput,
  data: PayoutSettings,
})
const Share = MoneyInput.refine((basisPoints) => basisPoints > 0 && basisPoints <= 10_000, {
  error: 'O campo precisa ser maior que 0 e até 100',
})
export const requestWalletChange = defineRoute({
  method: 'PUT',
  path: '/enterprise/payout-balances/:id/wallet',
  ...COMPANY,
  summary:
    'Pede a mudança da carteira do organizador no Asaas, que recebe na hora uma parte de cada cobrança nova; outra pessoa a aprova. Pede a senha e, de quem tem a verificação em duas etapas, um código',
  params: IdParams,
  body: z.object({
    wallet: z
      .object({
        id: z
          .string()
          .trim()
          .toLowerCase()
          .pipe(z.uuid({ error: 'Use o código da carteira, como 48548710-9baa-4ec1-a11f-9010193527c6' }))
          .meta({ example: '48548710-9baa-4ec1-a11f-9010193527c6' }),
        percentage: Share,
      })
      .nullable(),
    ...OwnerProof.shape,
  }),
})
export const approveWalletChange = defineRoute({
  method: 'POST',
  path: '/enterprise/wallet-changes/:id/approve',
  ...COMPANY,
  summary:
    'Aprova a mudança de uma carteira que outra pessoa pediu; pede a senha e, de quem tem a verificação em duas etapas, um código',
  params: IdParams,
  body: OwnerProof,
})
export const refuseWalletChange = defineRoute({
  method: 'POST',
  path: '/enterprise/wallet-changes/:id/refuse',
  ...COMPANY,
  summary: 'Recusa a mudança de uma carteira, ou desiste dela',
  params: IdParams,
})
export const saveOrganizerReserve = defineRoute({
  method: 'PUT',
  path: '/enterprise/payout-balances/:id/reserve',
  ...COMPANY,
  summary: 'Salva a reserva de um organizador; sem valores, vale a da empresa',
  params: IdParams,
  body: z.object({ reserve: PayoutSettingsInput.nullable() }),
})
