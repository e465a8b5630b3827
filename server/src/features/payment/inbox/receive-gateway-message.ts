import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { findGateway } from '../gateways/find-gateway.ts'
import { applyGatewayMessageJob } from './apply-gateway-message.ts'
import { insertMessage } from './queries.ts'
import { storable, storedNotice } from './stored-notice.ts'

/**
 * Stores a gateway message once and enqueues the job that applies it; after an error while applying, the
 * gateway would only repeat the message. Throws `bad_signature`, and `not_found` for a gateway that is not
 * configured.
 */
export async function receiveGatewayMessage(
  deps: Deps,
  { provider, headers, body }: { provider: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const gateway = findGateway(deps, provider)
  if (!gateway) throw new AppError('not_found')
  const notice = gateway.readNotice(headers, body)
  await transaction(deps.db, async (tx) => {
    const messageId = await insertMessage(tx, {
      provider,
      externalId: storable(notice.externalId),
      payload: storedNotice(notice, body),
      receivedAt: deps.clock.now(),
    })
    if (messageId !== null) await addJob(tx, applyGatewayMessageJob, { messageId })
  })
}
