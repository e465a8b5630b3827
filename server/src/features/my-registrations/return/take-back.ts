import type { Cents } from '#contract/money.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { setRetainedAmount } from '#server/features/payment/balancing/queries.ts'
import { moneyOf } from '#server/features/payment/domain/plan-balance.ts'
import { closeChoice } from '#server/features/payment/held-refunds/queries.ts'
import type { SharedPayment } from '#server/features/payment/queries/locks.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { retakeSpots, type SpotChange } from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'

interface Returned {
  registrationId: number
  kept_cents: Cents
  timezone: string
  /** The caller has locked the registration with them. */
  payments: readonly SharedPayment[]
}

/**
 * Gives the runner a returned place again, if it is free. `state_changed`: some of the money was disputed, or
 * refunded at the gateway.
 */
export async function takeBack(
  tx: Tx,
  { registrationId, kept_cents: keptCents, timezone, payments }: Returned,
  { at, by, provider }: { at: Date; by: number | null; provider: string },
): Promise<SpotChange['outcome'] | 'state_changed'> {
  const { paidCents, isDisputed } = paidOf(moneyOf(registrationId, payments), timezone)
  if (paidCents !== keptCents || isDisputed) return 'state_changed'
  const { outcome } = await retakeSpots(tx, registrationId, at)
  if (outcome !== 'changed') return outcome
  await setRetainedAmount(tx, [registrationId], 0)
  await closeChoice(tx, registrationId, { choice: 'place', at, by })
  await balancePayments(tx, { registrationIds: [registrationId], provider, at, actorUserId: by })
  return outcome
}
