import type { ReviewRight } from '#contract/participants/right-claims.ts'
import { isDecided } from '#contract/registration/right-claim.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { changeRight, type RightChange, reprice, storeReview } from './change-right.ts'
import { planRights } from './plan-rights.ts'
import { versionOf } from './present.ts'
import { findClaim } from './queries.ts'

/**
 * Approves the right that a registration's price includes, or rejects it and prices the registration without
 * it. A repeated decision changes nothing; another one throws 409.
 */
export async function reviewRight(
  deps: Deps,
  { decision, version, ...change }: RightChange & Pick<ReviewRight, 'decision' | 'version'>,
): Promise<void> {
  const status = decision === 'approve' ? 'approved' : 'rejected'
  await changeRight(deps, change, async (tx, deciding) => {
    const { registrationId, ruleId, row, snapshot, rights } = deciding
    const claim = await findClaim(tx, registrationId, ruleId)
    if (!claim) throw new AppError('not_found')
    if (claim.status === status) return []
    if (isDecided(claim.status) || !claim.is_current) throw new AppError('state_changed')
    if (version !== undefined && version !== versionOf(claim)) throw new AppError('stale_version')
    if (status === 'approved') {
      await storeReview(tx, deciding, status)
      return []
    }
    const rejected = [...row.rejected_right_ids, ruleId]
    const plan = planRights(snapshot, row, rights({ right_rule_id: null, rejected_right_ids: rejected }))
    // Before the new price, whose claim replaces one that is not rejected.
    await storeReview(tx, deciding, status, plan.columns.total_cents)
    return reprice(tx, deciding, plan, status)
  })
}
