import type { Cents } from '#contract/money.ts'
import type { RefundObstacle } from '#contract/payment/refund.ts'
import type { Tx } from '#server/lib/db.ts'
import { lockPayment } from '../queries/locks.ts'
import { moveRefund } from './move-refund.ts'
import { listRefundsOf, type StoredRefund } from './queries.ts'

/**
 * The refunds of a charge that the gateway refunds only as a whole; null unless they add up to the charge. Refunds
 * that waited for a person are approved again, because the gateway can make them now. The caller is sending one
 * of the refunds.
 */
export async function gatherWholeRefund(
  tx: Tx,
  {
    id,
    payment_id: paymentId,
    whole_cents: amountCents,
  }: { id: number; payment_id: number; whole_cents: Cents },
  at: Date,
): Promise<{ ids: number[]; amountCents: Cents } | null> {
  await lockPayment(tx, paymentId)
  const rows = (await listRefundsOf(tx, paymentId)).filter(({ status }) => status !== 'refused')
  const sum = rows.reduce((cents, row) => cents + row.amount_cents + row.interest_cents, 0)
  if (sum !== amountCents || !rows.some((row) => row.id === id) || !rows.every(isUnpaid)) return null
  for (const row of rows)
    if (row.status === 'needs_person') await moveRefund(tx, row, 'approved', {}, { at, source: 'system' })
  return { ids: rows.map((row) => row.id), amountCents }
}

/** Whether it is certain that neither the gateway nor the bank (from an exported file) has paid the refund. */
const isUnpaid = ({ status, obstacle, exported_at }: StoredRefund): boolean =>
  status === 'approved' || (obstacle !== null && REPEATABLE.includes(obstacle) && exported_at === null)

const REPEATABLE: readonly RefundObstacle[] = ['part', 'denied', 'refused']
