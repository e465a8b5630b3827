import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { ping } from './lib/db.ts'
import type { LaneStates } from './lib/jobs/lanes.ts'

/** PostgreSQL must answer within this time. */
const PING_MS = 3_000
/** A call of the registration queue normally takes tens of milliseconds. */
const STALLED_MS = 3_000
/** A job runner that lost a connection normally restarts much sooner. */
const RESTARTING_MS = 10_000

/**
 * `live`: the process answers. `ready`: it can take requests; not while it drains, its database does not answer, registrations are
 * stalled or a lane of jobs is not running. The body says which.
 */
export function healthRoutes(fastify: FastifyInstance, deps: Deps, isDraining: () => boolean): void {
  // While draining, responses close their connection: idle keep-alive connections would delay the stop by a minute.
  fastify.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  fastify.get('/health/live', async () => ({ status: 'ok' }))
  fastify.get('/health/ready', async (_request, reply) => {
    const database = await answers(ping(deps.db))
    const registrations = deps.registrationQueue.waitedMs() < STALLED_MS
    const jobs = !isAnyDown(deps.jobLanes)
    const ready = !isDraining() && database && registrations && jobs
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ok' : 'unavailable',
      draining: isDraining(),
      database: database ? 'ok' : 'unavailable',
      registrations: registrations ? 'ok' : 'stalled',
      jobs: Object.fromEntries([...deps.jobLanes].map(([lane, { state }]) => [lane, state])),
    })
  })
}

const isAnyDown = (lanes: LaneStates): boolean =>
  [...lanes.values()].some(
    ({ state, since }) => state === 'restarting' && Date.now() - since.getTime() > RESTARTING_MS,
  )

async function answers(work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), PING_MS)
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}
