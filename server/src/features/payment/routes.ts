import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payment/payment.ts'
import { API_BASE } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { startedCharges } from './create-charges.ts'
import { receiveGatewayMessage } from './inbox/receive-gateway-message.ts'

const BODY_LIMIT = 256 * 1024

const WEBHOOKS = [
  ['sandbox', contract.receiveGatewayMessage],
  ['asaas', contract.receiveAsaasMessage],
] as const

/**
 * Registered apart from the contract's routes, because a signature covers raw bytes and is verified first.
 */
export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  app.addHook('onClose', () => startedCharges(deps.db))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    for (const [provider, route] of WEBHOOKS)
      scope.route<{ Body: Buffer | undefined }>({
        method: route.method,
        url: API_BASE + route.path,
        bodyLimit: BODY_LIMIT,
        handler: async ({ headers, body }) => {
          await receiveGatewayMessage(deps, { provider, headers, body: body ?? Buffer.alloc(0) })
          return { status: route.status, data: route.data.parse({ received: true }) }
        },
      })
  })
}
