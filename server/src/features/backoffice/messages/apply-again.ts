import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { applyGatewayMessageJob } from '../../payment/inbox/apply-gateway-message.ts'
import { lockMessage, reopenMessage } from './queries.ts'

/**
 * Has a message applied as if it had just come in, by the job that applies them all: it asks the gateway what the charge is,
 * and the transition table of payments keeps what was applied before from happening twice.
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
