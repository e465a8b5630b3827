import type { Config } from '#server/config.ts'
import { currentOrigin } from '#server/lib/origin.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import type { Tracing } from '#server/lib/tracing.ts'
import { asaasGateway } from './asaas/adapter.ts'
import type { Gateways } from './find-gateway.ts'
import type { PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox/adapter.ts'
import { ownAddress } from './sandbox/own-address.ts'

/** All configured gateways. New charges are made with the one that `PAYMENT_GATEWAY` names. */
export function createGateways(config: Config, secrets: Secrets, tracing: Tracing | null = null): Gateways {
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
  const chosen = configured[config.paymentGateway]
  if (!chosen) throw new Error(`the gateway ${config.paymentGateway} is not configured`)
  const others = Object.values(configured).flatMap((other) => (other && other !== chosen ? [other] : []))
  if (!tracing) return { gateway: chosen, otherGateways: others }
  return {
    gateway: traced(chosen, tracing),
    otherGateways: others.map((other) => traced(other, tracing)),
  }
}

/** A span for each call. */
function traced(gateway: PaymentGateway, tracing: Tracing): PaymentGateway {
  const { provider } = gateway
  const spanned =
    <A extends unknown[], T>(name: string, call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      const parent = currentOrigin()?.span
      const span = tracing.start(`${provider} ${name}`, { kind: 'client', parent })
      let failed = true
      try {
        const answer = await call(...given)
        failed = false
        return answer
      } finally {
        span.end({}, failed)
      }
    }
  return {
    ...gateway,
    findCharges: spanned('findCharges', gateway.findCharges),
    createCharge: spanned('createCharge', gateway.createCharge),
    getCharge: spanned('getCharge', gateway.getCharge),
    listCharges: spanned('listCharges', gateway.listCharges),
    paymentDetails: spanned('paymentDetails', gateway.paymentDetails),
    cancelCharge: spanned('cancelCharge', gateway.cancelCharge),
    refund: spanned('refund', gateway.refund),
    listRefunds: spanned('listRefunds', gateway.listRefunds),
  }
}
