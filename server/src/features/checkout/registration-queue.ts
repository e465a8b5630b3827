import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createDb, createPool, type Db, directUrlOf } from '#server/lib/db.ts'
import { AppError, isLockTimeout, isTransient } from '#server/lib/errors.ts'
import type { Metrics } from '#server/lib/metrics.ts'
import { createCallTime } from './call-time.ts'
import type { OrderDecision, OrderOutcome, OrderRequest } from './domain/order-request.ts'
import { takeSpots } from './queries/take-spots.ts'

/** Batches the orders of this process into calls of `take_spots`: docs/algorithms/stock.md, "The queue". */
export interface RegistrationQueue {
  /** Rejects with 503 `busy` when it would have to wait for too long, or the database was unavailable for too long. */
  submit(order: OrderRequest): Promise<OrderOutcome>
  /** Whether orders have come in crowds within the last second: what can wait is then left to jobs. */
  isBusy(): boolean
  /** Orders that wait for a call. */
  waiting(): number
  /** How long the current call has taken so far, with its retries; 0 when there is none. */
  waitedMs(): number
  /** How long an order that comes now waits for its answer, about. */
  expectedWaitMs(): number
  /** How many orders a second this process registers when there are many, by the calls before. */
  perSecond(): number
  /** Accepts no more orders and resolves when all accepted ones are answered. */
  close(): Promise<void>
}

interface Options {
  /** Orders in one call. */
  maxBatch?: number
  /** How long an order may have to wait for its answer. */
  maxWaitMs?: number
  /** How long a call is retried while the database is unavailable. */
  retryMs?: number
  /** How long PostgreSQL may take for one call. One second later the connection is closed. */
  callMs?: number
  metrics?: Pick<Metrics, 'orders' | 'batchSize' | 'batchSeconds'>
}

interface Waiting {
  order: OrderRequest
  resolve(outcome: OrderOutcome): void
  reject(reason: unknown): void
}

const RETRY_PAUSE_MS = 100
/** So many orders at the beginning of a call are a crowd. */
const CROWD = 20
const BUSY_MS = 1_000

export function createRegistrationQueue(
  db: Db,
  log: Logger,
  { maxBatch = 200, maxWaitMs = 10_000, retryMs = 10_000, callMs = 5_000, metrics }: Options = {},
): RegistrationQueue {
  // The connection runs nothing else, so all its cached plans, those of foreign key checks too, are made with the settings of take_spots.
  const connection = createDb(
    createPool(directUrlOf(db), {
      max: 1,
      purpose: 'registrations',
      statementMs: callMs,
      silentMs: callMs + 1_000,
      connectMs: 3_000,
      onError: (error) => log.warn({ err: error }, 'the registration queue lost its connection'),
    }),
  )
  const waiting: Waiting[] = []
  /** Batches of an event that another transaction has locked; they are retried between the other batches. */
  const postponed: { batch: Waiting[]; deadline: number }[] = []
  const unanswered = new Map<string, { requestHash: string; outcome: Promise<OrderOutcome> }>()
  let running: Promise<void> | null = null
  let answering = Promise.resolve()
  let callSince: number | null = null
  let busyUntil = 0
  const callTime = createCallTime()
  let closed = false

  async function drain(): Promise<void> {
    // Waits until the other requests of this turn of the event loop have submitted their orders.
    await setImmediate()
    while (waiting.length > 0 || postponed.length > 0) {
      const earlier = postponed.shift()
      if (earlier) await settle(earlier.batch, earlier.deadline)
      // Reads before may have taken one order longer than another.
      waiting.sort((a, b) => a.order.arrivedAt - b.order.arrivedAt)
      if (waiting.length >= CROWD) busyUntil = performance.now() + BUSY_MS
      if (waiting.length > 0) await settle(waiting.splice(0, maxBatch), performance.now() + retryMs)
    }
    running = null
    callSince = null
  }

  /** Resolves or rejects every order of the batch, or postpones or requeues it. */
  async function settle(batch: Waiting[], deadline: number): Promise<void> {
    callSince = performance.now()
    for (;;) {
      try {
        const sentAt = performance.now()
        const outcomes = await takeSpots(connection, batch.map(orderOf))
        const tookMs = performance.now() - sentAt
        callTime.observe(batch.length, tookMs)
        // Another order of this call took the buyer's CPF: the next call sees what was written and decides.
        waiting.unshift(...batch.filter((_order, i) => outcomes[i]?.kind === 'contested'))
        metrics?.batchSize.observe(batch.length)
        metrics?.batchSeconds.observe(tookMs / 1000)
        for (const { kind } of outcomes) metrics?.orders.inc({ outcome: kind })
        if (waiting.length === 0) return answer(batch, outcomes)
        // The next call is sent first, so that PostgreSQL works while this process writes the answers.
        answering = setImmediate().then(() => answer(batch, outcomes))
        return
      } catch (error) {
        const parts = isLockTimeout(error) ? byEvent(batch) : isTransient(error) ? [batch] : inHalves(batch)
        if (parts.length > 1) {
          for (const part of parts) await settle(part, deadline)
          return
        }
        if (!isTransient(error)) return refuse(batch, error)
        if (performance.now() > deadline) return refuse(batch, busy({ cause: error }))
        log.warn({ err: error, orders: batch.length }, 'registrations wait for the database')
        if (isLockTimeout(error)) {
          postponed.push({ batch, deadline })
          return
        }
        await setTimeout(RETRY_PAUSE_MS)
      }
    }
  }

  function submit(order: OrderRequest): Promise<OrderOutcome> {
    const name = `${order.buyerUserId}:${order.key}`
    const earlier = unanswered.get(name)
    if (earlier?.requestHash === order.requestHash) return earlier.outcome
    if (earlier) {
      const again = () => submit(order)
      return earlier.outcome.then(again, again)
    }
    const waitMs = expectedWaitMs()
    if (closed || waitMs > maxWaitMs) {
      metrics?.orders.inc({ outcome: 'refused_busy' })
      return Promise.reject(busy({ waitMs }))
    }
    const outcome = new Promise<OrderOutcome>((resolve, reject) => {
      waiting.push({ order, resolve, reject })
    }).finally(() => unanswered.delete(name))
    unanswered.set(name, { requestHash: order.requestHash, outcome })
    running ??= drain()
    return outcome
  }

  const waitedMs = () => (callSince === null ? 0 : performance.now() - callSince)
  /** A call that hangs will hang longer: what it has taken counts too. */
  const expectedWaitMs = () => {
    const full = Math.floor(waiting.length / maxBatch)
    const rest = waiting.length % maxBatch
    return waitedMs() + full * callTime.of(maxBatch) + (rest > 0 ? callTime.of(rest) : 0)
  }

  return {
    submit,
    isBusy: () => performance.now() < busyUntil,
    waiting: () => waiting.length,
    waitedMs,
    expectedWaitMs,
    perSecond: () => (maxBatch * 1_000) / callTime.of(maxBatch),
    async close() {
      closed = true
      await running
      await answering
      await connection.destroy()
    },
  }
}

/** After half of the wait, and at random, so that clients refused together do not retry together. */
const busy = ({ waitMs = 0, cause }: { waitMs?: number; cause?: unknown } = {}) =>
  new AppError('busy', {
    retryAfterSeconds: 2 + Math.ceil(waitMs / 2_000) + Math.floor(Math.random() * 4),
    cause,
  })

const orderOf = ({ order }: Waiting) => order

function answer(batch: Waiting[], outcomes: OrderDecision[]): void {
  for (const [i, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[i]
    if (outcome?.kind === 'contested') continue
    if (outcome) resolve(outcome)
    else reject(new Error('take_spots left an order without an answer'))
  }
}

function refuse(batch: Waiting[], reason: unknown): void {
  for (const { reject } of batch) reject(reason)
}

/** Separates the events, so that a locked one does not delay the others. */
function byEvent(batch: Waiting[]): Waiting[][] {
  return [...Map.groupBy(batch, ({ order }) => order.eventId).values()]
}

/** Halves a failing batch, to isolate the order that makes the call fail. */
function inHalves(batch: Waiting[]): Waiting[][] {
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)].filter((half) => half.length > 0)
}
