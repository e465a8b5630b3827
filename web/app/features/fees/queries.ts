import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { getEnterpriseFees } from '#contract/backoffice/enterprises.ts'
import { getInstallmentRates } from '#contract/installment-rates.ts'
import { getFees } from '#contract/producer.ts'
import { getRefundSettings } from '#contract/refund.ts'
import { api } from '../../api.ts'

/** The fees of the organizer who asks; for Empresa and Admin, the enterprise's. */
export const feesQuery = queryOptions({
  queryKey: ['fees'],
  queryFn: async ({ signal }) => (await api(getFees, { signal })).data,
})

export const enterpriseFeesQuery = (id: number) =>
  queryOptions({
    queryKey: ['fees', 'enterprise', id],
    queryFn: async ({ signal }) => (await api(getEnterpriseFees, { params: { id }, signal })).data,
  })

export type RefundSettings = z.infer<typeof getRefundSettings.data>

/** The rules of withdrawal and of approving refunds of the caller's enterprise. */
export const refundSettingsQuery = queryOptions({
  queryKey: ['refund-settings'],
  queryFn: async ({ signal }) => (await api(getRefundSettings, { signal })).data,
})

/** The interest of installments that the caller's enterprise has set. */
export const installmentRatesQuery = queryOptions({
  queryKey: ['installment-rates'],
  queryFn: async ({ signal }) => (await api(getInstallmentRates, { signal })).data,
})
