import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { ping } from './lib/db.ts'
import type { LaneStates } from './lib/jobs/lanes.ts'

/** PostgreSQL has to answer within this time. */
const PING_MS = 3_000
/** A call of the registration queue takes some tens of milliseconds; what waits longer waits for the network. */
const STALLED_MS = 3_000
/** A job runner that lost a connection is back much sooner. */
const AWAY_MS = 10_000

/**
 * `live`: the process answers. `ready`: it may be sent work, until it starts to drain, loses its database, can register nobody or
 * runs no jobs any more. The answer says which.
 */
export function healthRoutes(fastify: FastifyInstance, deps: Deps, isDraining: () => boolean): void {
  // An answer sent while draining ends its connection: kept alive, an idle one would hold the process for a minute.
  fastify.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  fastify.get('/health/live', async () => ({ status: 'ok' }))
  fastify.get('/health/ready', async (_request, reply) => {
    const database = await answers(ping(deps.db))
    const registrations = deps.registrationQueue.waitedMs() < STALLED_MS
    const jobs = !areAway(deps.jobLanes)
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

const areAway = (lanes: LaneStates): boolean =>
  [...lanes.values()].some(
    ({ state, since }) => state === 'restarting' && Date.now() - since.getTime() > AWAY_MS,
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
