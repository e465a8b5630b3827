import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { pino } from 'pino'
import {
  createRegistrationQueue,
  type RegistrationQueue,
} from '#server/features/checkout/order/registration-queue.ts'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { listenForChanges } from '#server/lib/reconnecting-client.ts'
import { listeningApp } from '#test/listening-app.ts'

export interface ServerOptions {
  /** Sends the milliseconds from a request's headers to the last byte of its response. */
  timed?: boolean
  /** With rate limits, as `npm start`. */
  limited?: boolean
  /** Caches public responses, as `npm start`. */
  keeps?: boolean
  /** Admits people from waiting rooms, as `npm start`. */
  letsIn?: boolean
  /** Every order in its own transaction, over this many connections. */
  oneByOne?: number
}

/** A separate process, so that the load generator does not share its thread. Ends with its parent. */
const [, , url = '', options = '{}'] = process.argv
const { timed, limited, keeps, letsIn, oneByOne }: ServerOptions = JSON.parse(options)
const db = createDb(createPool(url))
const queue = oneByOne ? oneByOneQueue(db, oneByOne) : null
const app = await listeningApp(db, {
  env: { RATE_LIMITS: limited ? 'on' : 'off' },
  deps: { ...(queue && { registrationQueue: queue }) },
})
const stopListening = keeps
  ? await listenForChanges(db, 'events_changed', app.invalidatePublicPages, app.deps.log)
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

/** The baseline without batches: each registration is one transaction. */
function oneByOneQueue(database: Db, connections: number): RegistrationQueue {
  const queues = Array.from({ length: connections }, () =>
    createRegistrationQueue(database, pino({ level: 'silent' }), { maxBatch: 1 }),
  )
  let next = 0
  return {
    submit: (order) => (queues[next++ % connections] as RegistrationQueue).submit(order),
    isBusy: () => true,
    waiting: () => queues.reduce((sum, queue) => sum + queue.waiting(), 0),
    silentMs: () => Math.max(...queues.map((queue) => queue.silentMs())),
    oldestMs: () => Math.max(...queues.map((queue) => queue.oldestMs())),
    expectedWaitMs: () => Math.max(...queues.map((queue) => queue.expectedWaitMs())),
    perSecond: () => queues.reduce((sum, queue) => sum + queue.perSecond(), 0),
    close: async () => void (await Promise.all(queues.map((queue) => queue.close()))),
  }
}
