import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { pino } from 'pino'
import {
  createRegistrationQueue,
  type RegistrationQueue,
} from '#server/features/checkout/registration-queue.ts'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { listenForChanges } from '#server/lib/kept-connection.ts'
import { listeningApp } from '../server/test/listening-app.ts'

export interface ServerOptions {
  /** Sends the milliseconds of each response from the request's headers to the last byte. */
  timed?: boolean
  /** With the rate limits, as `npm start`. */
  limited?: boolean
  /** Keeps public answers, as `npm start`: listens for changes. */
  keeps?: boolean
  /** Lets people into waiting rooms, as `npm start`. */
  letsIn?: boolean
  /** Every order in a transaction of its own, by this many connections. */
  oneByOne?: number
}

/**
 * Runs the product in a separate process, so that the load generator does not share its thread. Sends its address. Ends when the parent
 * disconnects.
 */
const [, , url = '', options = '{}'] = process.argv
const { timed, limited, keeps, letsIn, oneByOne }: ServerOptions = JSON.parse(options)
const db = createDb(createPool(url))
const queue = oneByOne ? oneByOneQueue(db, oneByOne) : null
const app = await listeningApp(db, {
  env: { RATE_LIMITS: limited ? 'on' : 'off' },
  deps: { ...(queue && { registrationQueue: queue }) },
})
const stopListening = keeps
  ? await listenForChanges(db, 'events_changed', app.forgetPublic, app.deps.log)
  : async () => undefined
const stopTicking = letsIn ? app.deps.waitingRooms.start() : async () => undefined
if (timed) {
  const began = new WeakMap<IncomingMessage, number>()
  subscribe('http.server.request.start', (message) => {
    began.set((message as { request: IncomingMessage }).request, performance.now())
  })
  subscribe('http.server.response.finish', (message) => {
    process.send?.(performance.now() - (began.get((message as { request: IncomingMessage }).request) ?? 0))
  })
}
process.on('disconnect', async () => {
  await stopTicking()
  await stopListening()
  await queue?.close()
  await app.close()
  await db.destroy()
})
process.send?.(`http://127.0.0.1:${app.deps.config.port}`)

/** The same rules without gathering: what a registration costs when each is a transaction. */
function oneByOneQueue(database: Db, connections: number): RegistrationQueue {
  const queues = Array.from({ length: connections }, () =>
    createRegistrationQueue(database, pino({ level: 'silent' }), { maxBatch: 1 }),
  )
  let next = 0
  return {
    submit: (order) => (queues[next++ % connections] as RegistrationQueue).submit(order),
    isBusy: () => true,
    waiting: () => queues.reduce((sum, queue) => sum + queue.waiting(), 0),
    waitedMs: () => Math.max(...queues.map((queue) => queue.waitedMs())),
    expectedWaitMs: () => Math.max(...queues.map((queue) => queue.expectedWaitMs())),
    perSecond: () => queues.reduce((sum, queue) => sum + queue.perSecond(), 0),
    close: async () => void (await Promise.all(queues.map((queue) => queue.close()))),
  }
}
