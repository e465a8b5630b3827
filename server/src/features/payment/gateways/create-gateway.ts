import type { Config } from '#server/config.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import type { PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox/adapter.ts'
import { ownAddress } from './sandbox/own-address.ts'

/** The gateway that `PAYMENT_GATEWAY` names. */
export function createGateway(config: Config, secrets: Secrets): PaymentGateway {
  switch (config.paymentGateway) {
    case 'sandbox':
      return sandboxGateway({
        baseUrl: () => ownAddress(config),
        apiKey: secrets.sandboxKey,
        webhookSecret: secrets.gatewayWebhookSecret,
      })
  }
}
