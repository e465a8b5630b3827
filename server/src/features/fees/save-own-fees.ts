import { boundProblems, type FeeAmounts } from '#contract/fees/fee-bounds.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { refuse } from '#server/lib/errors.ts'
import { ownPart } from './domain/fees.ts'
import { findBoundsOf, lockOwnFees, writeOwnFees } from './queries.ts'

interface Saving {
  caller: Caller
  settings: FeeAmounts
  ip: string
  organizerId: number
}

/** Existing registrations keep their fees. Throws 422 for fees beyond the enterprise's bounds. */
export async function saveOwnFees(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, settings, ip, organizerId }: Saving,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const before = await lockOwnFees(tx, organizerId)
    const bounds = await findBoundsOf(tx, organizerId)
    refuse(boundProblems(bounds, settings))
    const own = ownPart(bounds, settings)
    await writeOwnFees(tx, organizerId, own, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'fees.updated',
      entity: 'organizer',
      entityId: organizerId,
      before,
      after: own,
      ip,
    })
  })
}
