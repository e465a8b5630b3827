import type { z } from 'zod'
import { toDecimal } from '#contract/money.ts'
import type { EventRefund, RefundSums, Waiting } from '#contract/payment/refund.ts'
import { presentStaffRefund } from '#server/features/registration/present-refund.ts'
import type { listEventRefunds, RefundSum, sumWaiting } from './queries.ts'

export const presentEventRefund = (
  row: Awaited<ReturnType<typeof listEventRefunds>>[number],
): z.input<typeof EventRefund> => ({
  ...presentStaffRefund(row),
  registration: { id: row.registration_id, participant: row.participant },
  payment_type: row.type,
  asked_by: row.asked_by,
  obstacle: row.status === 'needs_person' ? row.obstacle : null,
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
