import type { z } from 'zod'
import { getEnterpriseFees } from '#contract/backoffice/enterprises.ts'
import { getInstallmentRates } from '#contract/fees/installment-rates.ts'
import { getRefundSettings } from '#contract/payment/refund.ts'
import { getFees } from '#contract/producer/producer.ts'
import { dataQuery } from '#web/api/data-query.ts'

/** The fees of the calling organizer or, for Empresa and Admin, of the enterprise. */
export const feesQuery = dataQuery(['fees'], getFees)
export const enterpriseFeesQuery = (id: number) =>
  dataQuery(['fees', 'enterprise', id], getEnterpriseFees, { params: { id } })

export type RefundSettings = z.infer<typeof getRefundSettings.data>
export const refundSettingsQuery = dataQuery(['refund-settings'], getRefundSettings)
export const installmentRatesQuery = dataQuery(['installment-rates'], getInstallmentRates)
