import type { FastifyInstance } from 'fastify'
import { receiveGatewayMessage as route } from '#contract/payment.ts'
import { API_BASE } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { sandboxRoutes } from './gateways/sandbox/routes.ts'
import { receiveGatewayMessage } from './inbox/receive-gateway-message.ts'

const BODY_LIMIT = 256 * 1024

/** The webhook of whatever gateway is configured, and the embedded one's own house when it is that. */
export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  webhookRoute(app, deps)
  if (deps.config.paymentGateway === 'sandbox') sandboxRoutes(app, deps)
}

/**
 * It stands apart from the other routes because a signature covers bytes: nothing parses the body before the
 * adapter has checked it, and its shape is the gateway's.
 */
function webhookRoute(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.route<{ Body: Buffer | undefined }>({
      method: route.method,
      url: API_BASE + route.path,
      bodyLimit: BODY_LIMIT,
      handler: async ({ headers, body }) => {
        await receiveGatewayMessage(deps, { headers, body: body ?? Buffer.alloc(0) })
        return { status: route.status, data: route.data.parse({ received: true }) }
      },
    })
  })
}
