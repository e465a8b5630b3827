import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { sandboxApiRoutes } from './api-routes.ts'
import { sandboxPageRoutes } from './page-routes.ts'

/** The sandbox gateway: an API for the product, a page for the payer. */
export function sandboxRoutes(app: FastifyInstance, deps: Deps): void {
  app.register((scope) => sandboxApiRoutes(scope, deps), { prefix: '/sandbox/api' })
  app.register((scope) => sandboxPageRoutes(scope, deps), { prefix: '/sandbox' })
}
