import type { IsoDate } from '#contract/dates.ts'
import { isPaid } from '#contract/payment/payment-status.ts'
import { gatewayOf } from '../gateways/find-gateway.ts'
import { deleteDifference, listLostOpen, updateDifference } from './queries.ts'
import type { ReconcilingDeps } from './reconcile-day.ts'

/**
 * Cancels the open charges of this installation that have no payment here, as the comparison of the days
 * found them. A charge that was paid meanwhile stays listed as paid; one in analysis stays open. Returns the
 * number of cancelled charges.
 */
export async function cancelLostCharges(
  deps: ReconcilingDeps,
  days: { from: IsoDate; to: IsoDate },
): Promise<number> {
  let cancelled = 0
  for (const { id, provider, charge_id: chargeId } of await listLostOpen(deps.db, days)) {
    const gateway = gatewayOf(deps, provider)
    if (await gateway.cancelCharge(chargeId)) {
      await deleteDifference(deps.db, id)
      cancelled += 1
      continue
    }
    const { status, amountCents } = await gateway.getCharge(chargeId)
    const kind = isPaid(status) ? 'lost_paid' : 'lost_open'
    await updateDifference(deps.db, id, { kind, status, amountCents })
  }
  return cancelled
}
