import type { z } from 'zod'
import { toDecimal } from '#contract/money.ts'
import type { EventRefund, OrganizerRefund, RefundSums, Waiting } from '#contract/payment/refund.ts'
import { presentStaffRefund } from '#server/features/registration/present-refund.ts'
import type { listRefundsOf, RefundSum, sumWaiting } from './queries.ts'

type Row = Awaited<ReturnType<typeof listRefundsOf>>[number]

export const presentEventRefund = (
  row: Omit<Row, 'event_id' | 'event_title'>,
): z.input<typeof EventRefund> => ({
  ...presentStaffRefund(row),
  registration: { id: row.registration_id, participant: row.participant },
  payment_type: row.type,
  asked_by: row.asked_by,
  obstacle: row.status === 'needs_person' ? row.obstacle : null,
})

export const presentOrganizerRefund = (row: Row): z.input<typeof OrganizerRefund> => ({
  ...presentEventRefund(row),
  event: { id: row.event_id, name: row.event_title },
})

export const presentSums = (sums: readonly RefundSum[]): z.input<typeof RefundSums> =>
  sums.map(({ status, refunds, cents }) => ({ status, refunds, amount: toDecimal(cents) }))

export function presentWaiting(
  sums: Awaited<ReturnType<typeof sumWaiting>>,
): Record<'requested' | 'undecided', Waiting> {
  const of = (kind: 'requested' | 'undecided') => {
    const { registrations, cents } = sums.find((sum) => sum.kind === kind) ?? { registrations: 0, cents: 0 }
    return { registrations, amount: toDecimal(cents) }
  }
  return { requested: of('requested'), undecided: of('undecided') }
}
