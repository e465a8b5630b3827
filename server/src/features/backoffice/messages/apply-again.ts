import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { applyGatewayMessageJob } from '../../payment/inbox/apply-gateway-message.ts'
import { lockMessage, reopenMessage } from './queries.ts'

/**
 * Applies a gateway message again, by the job that applies new ones: it asks the gateway for the charge's state, and
 * the payment transition table keeps it from being applied twice.
 */
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
      entity: 'gateway_message',
      entityId: messageId,
      before: { outcome: before.outcome },
      ip,
    })
  })
}
