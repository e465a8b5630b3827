import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { applyGatewayMessageJob, storedNotice } from './apply-gateway-message.ts'
import { insertMessage } from './queries.ts'

/**
 * Stores a gateway's message once and enqueues the job that applies it. Applying errors are not reported to the gateway, which
 * would only send the message again. Throws `bad_signature`.
 */
export async function receiveGatewayMessage(
  deps: Deps,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const notice = deps.gateway.readNotice(headers, body)
  await transaction(deps.db, async (tx) => {
    const messageId = await insertMessage(tx, {
      provider: deps.gateway.provider,
      externalId: notice.externalId,
      payload: storedNotice(notice, body),
      receivedAt: deps.clock.now(),
    })
    if (messageId !== null) await addJob(tx, applyGatewayMessageJob, { messageId })
  })
}
