import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { ping } from './lib/db.ts'

/** `live`: the process answers. `ready`: it may be sent work, until it starts to drain or loses its database. */
export function healthRoutes(fastify: FastifyInstance, deps: Deps, isDraining: () => boolean): void {
  // An answer sent while draining ends its connection: kept alive, an idle one would hold the process for a minute.
  fastify.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  fastify.get('/health/live', async () => ({ status: 'ok' }))
  fastify.get('/health/ready', async (_request, reply) => {
    const ready =
      !isDraining() &&
      (await ping(deps.db).then(
        () => true,
        () => false,
      ))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}
