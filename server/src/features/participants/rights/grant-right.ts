import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { changeRight, type RightChange, reprice, storeReview } from './change-right.ts'
import { planRights } from './plan-rights.ts'
import { findClaim } from './queries.ts'

/**
 * Gives a registration a right that was proven later, also after a rejection, with a unit of its quota, and
 * refunds the difference. Idempotent.
 */
export async function grantRight(deps: Deps, change: RightChange): Promise<void> {
  await changeRight(deps, change, async (tx, deciding) => {
    const { registrationId, ruleId, row, snapshot, rights } = deciding
    const right = snapshot.rights.find(({ id, status }) => id === ruleId && status === ITEM_STATUS.active)
    if (!right) throw invalidField('right_rule_id', 'Este desconto não existe mais.')
    if (row.right_rule_id === ruleId) {
      const claim = await findClaim(tx, registrationId, ruleId)
      if (claim?.status !== 'approved') await storeReview(tx, deciding, 'approved')
      return []
    }
    const granted = { ...right, isCompanion: false, proofPath: null }
    const plan = planRights(snapshot, row, [granted, ...rights()])
    if (plan.right?.ruleId !== ruleId)
      throw new AppError('state_changed', { message: 'O valor desta inscrição já é igual ou menor.' })
    const totalCents = plan.columns.total_cents
    const paymentIds = await reprice(
      tx,
      deciding,
      { ...plan, right: { ...plan.right, status: 'approved', proofDueOn: null } },
      'approved',
    )
    await storeReview(tx, deciding, 'granted', totalCents)
    return paymentIds
  })
}
