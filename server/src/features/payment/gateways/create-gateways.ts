import { sandboxGateway } from '#sandbox/adapter.ts'
import { ownAddress } from '#sandbox/own-address.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Db } from '#server/lib/db.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import type { Tracing } from '#server/lib/tracing.ts'
import { currentContext } from '#server/lib/work-context.ts'
import { asaasGateway } from './asaas/adapter.ts'
import { callQuota } from './call-quota.ts'
import type { Gateways } from './find-gateway.ts'
import type { PaymentGateway } from './gateway.ts'
import { customerStore } from './queries.ts'

/** New charges use the gateway named by `PAYMENT_GATEWAY`. */
export function createGateways(
  config: Config,
  { db, secrets, clock, tracing }: { db: Db; secrets: Secrets; clock: Clock; tracing?: Tracing | null },
): Gateways {
  const configured: Record<Config['paymentGateway'], PaymentGateway | null> = {
    // Anybody can mark a sandbox charge as paid, so it exists only in the demo or when chosen explicitly.
    sandbox:
      config.demo || config.paymentGateway === 'sandbox'
        ? sandboxGateway({
            baseUrl: () => ownAddress(config),
            apiKey: secrets.sandboxKey,
            webhookSecret: secrets.gatewayWebhookSecret,
          })
        : null,
    asaas:
      config.asaas &&
      asaasGateway({
        ...config.asaas,
        clock,
        quota: callQuota({ db, clock }, 'asaas', config.asaas.callLimit),
        customers: customerStore(db, 'asaas'),
      }),
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

function traced(gateway: PaymentGateway, tracing: Tracing): PaymentGateway {
  const { provider } = gateway
  const spanned =
    <A extends unknown[], T>(name: string, call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      const parent = currentContext()?.span
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
