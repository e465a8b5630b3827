import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { enterpriseOf } from './policy.ts'
import { type FeeSettingsRow, lockFeeSettings, writeFeeSettings } from './queries.ts'

/** Sets the bounds that the fees of kits are held against from now on; what was sold keeps the fee it was sold with. */
export async function saveFees(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, settings, ip }: { caller: Caller; settings: FeeSettingsRow; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  const enterpriseId = enterpriseOf(caller)
  await transaction(deps.db, async (tx) => {
    const before = await lockFeeSettings(tx, enterpriseId)
    await writeFeeSettings(tx, enterpriseId, settings, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'fees.updated',
      entity: 'enterprise',
      entityId: enterpriseId,
      before,
      after: settings,
      ip,
    })
  })
}
