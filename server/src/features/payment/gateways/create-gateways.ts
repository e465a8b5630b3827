import type { Config } from '#server/config.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { asaasGateway } from './asaas/adapter.ts'
import type { Gateways } from './find-gateway.ts'
import type { PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox/adapter.ts'
import { ownAddress } from './sandbox/own-address.ts'

/** All configured gateways. New charges are made with the one that `PAYMENT_GATEWAY` names. */
export function createGateways(config: Config, secrets: Secrets): Gateways {
  const configured: Record<Config['paymentGateway'], PaymentGateway | null> = {
    // Anybody can mark a charge of the sandbox as paid: it is served in the demo, or when it was chosen explicitly.
    sandbox:
      config.demo || config.paymentGateway === 'sandbox'
        ? sandboxGateway({
            baseUrl: () => ownAddress(config),
            apiKey: secrets.sandboxKey,
            webhookSecret: secrets.gatewayWebhookSecret,
          })
        : null,
    asaas: config.asaas && asaasGateway(config.asaas),
  }
  const gateway = configured[config.paymentGateway]
  if (!gateway) throw new Error(`the gateway ${config.paymentGateway} is not configured`)
  const otherGateways = Object.values(configured).flatMap((other) =>
    other && other !== gateway ? [other] : [],
  )
  return { gateway, otherGateways }
}
