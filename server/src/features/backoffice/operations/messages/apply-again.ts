import type { Deps } from '#server/deps.ts'
import { applyGatewayMessageJob } from '#server/features/payment/inbox/apply-gateway-message.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { lockMessage, reopenMessage } from './queries.ts'

/** The job queries the charge at the gateway; the table of transitions prevents applying it twice. */
export async function applyAgain(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, messageId, ip }: { caller: Caller; messageId: number; ip: string },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const before = await lockMessage(tx, messageId)
    await reopenMessage(tx, messageId)
    await addJob(tx, applyGatewayMessageJob, { messageId }, { jobKey: `apply-message:${messageId}` })
    await audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: 'gateway_message.reapplied',
      entityId: messageId,
      before: { outcome: before.outcome },
      ip,
    })
  })
}
