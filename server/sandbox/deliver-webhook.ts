import { z } from 'zod'
import { receiveGatewayMessage } from '#contract/payment/payment.ts'
import { API_BASE } from '#contract/route.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { ownAddress } from './own-address.ts'
import { findUndelivered, markDelivered } from './queries.ts'
import { SIGNATURE_HEADER, sign } from './signature.ts'

const TIMEOUT_MS = 10_000

/** Delivery is "at least once", as at real gateways: every third message is sent twice. */
const deliveriesOf = (deliveryId: number): number => (deliveryId % 3 === 0 ? 2 : 1)

/** Calls the product's webhook over HTTP; retried until it answers 200. */
export const deliverSandboxWebhookJob = defineMoneyJob(
  'deliver-sandbox-webhook',
  z.object({ deliveryId: z.int() }),
  async ({ db, config, secrets, clock }, { deliveryId }) => {
    const delivery = await findUndelivered(db, deliveryId)
    if (!delivery) return
    for (let i = 0; i < deliveriesOf(deliveryId); i++) {
      const response = await fetch(`${ownAddress(config)}${API_BASE}${receiveGatewayMessage.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // Not `clock`: the adapter checks the signature against the system time.
          [SIGNATURE_HEADER]: sign(delivery.body, secrets.gatewayWebhookSecret, new Date()),
        },
        body: delivery.body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.status !== 200) throw new Error(`the webhook answered ${response.status}`)
    }
    await markDelivered(db, deliveryId, clock.now())
  },
)
