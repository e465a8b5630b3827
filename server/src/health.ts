import type { FastifyInstance } from 'fastify'
import type { RegistrationQueue } from '#server/features/checkout/order/registration-queue.ts'
import { ping } from '#server/lib/db.ts'
import type { QueueStates } from '#server/lib/jobs/queues.ts'
import { VERSION } from '#server/lib/version.ts'
import type { Deps } from './deps.ts'

/** PostgreSQL must answer within this time. */
const PING_MS = 3_000
/** A call of the registration queue normally takes tens of milliseconds. */
const STALLED_MS = 3_000
/** Orders wait this long only in a rush, behind a lock, or while PostgreSQL refuses to write. */
const WAITING_MS = 3_000
/** A job runner that lost a connection normally restarts much sooner. */
const RESTARTING_MS = 10_000

/**
 * `live`: the process answers. `ready`: the process can take requests. It is not ready while it drains, its
 * database does not answer, its registration queue is stalled or one of its job queues is not running. The
 * body names each part's state. A process whose orders wait for a locked race or for room on the disk stays
 * ready: other races and every page still work, and another process would wait for the same.
 */
export function healthRoutes(fastify: FastifyInstance, deps: Deps, isDraining: () => boolean): void {
  // While draining, responses close their connection: idle keep-alive connections would delay the stop by a
  // minute.
  fastify.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  fastify.get('/health/live', async () => ({ status: 'ok' }))
  fastify.get('/health/ready', async (_request, reply) => {
    const readiness = await checkReadiness(deps, isDraining())
    return reply.code(readiness.status === 'ok' ? 200 : 503).send(readiness)
  })
}

export async function checkReadiness(
  deps: Pick<Deps, 'db' | 'registrationQueue' | 'jobQueues'>,
  draining: boolean,
) {
  const database = await answers(ping(deps.db))
  const registrations = stateOf(deps.registrationQueue)
  const ready = !draining && database && registrations !== 'stalled' && !isAnyDown(deps.jobQueues)
  return {
    status: ready ? 'ok' : 'unavailable',
    version: VERSION,
    draining,
    database: database ? 'ok' : 'unavailable',
    registrations,
    jobs: Object.fromEntries([...deps.jobQueues].map(([queue, { state }]) => [queue, state])),
  }
}

/** `stalled`: calls get no answer. `waiting`: they get one, but orders cannot be written. */
function stateOf(queue: RegistrationQueue): 'ok' | 'waiting' | 'stalled' {
  if (queue.silentMs() >= STALLED_MS) return 'stalled'
  return queue.oldestMs() >= WAITING_MS ? 'waiting' : 'ok'
}

const isAnyDown = (queues: QueueStates): boolean =>
  [...queues.values()].some(
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
