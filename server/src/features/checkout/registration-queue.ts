import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createDb, createPool, type Db, poolOf } from '#server/lib/db.ts'
import { AppError, isLockTimeout, isTransient } from '#server/lib/errors.ts'
import type { OrderDecision, OrderOutcome, OrderRequest } from './domain/order-request.ts'
import { takeSpots } from './queries/take-spots.ts'

/** Gathers the orders of this process into set-based calls: docs/algorithms/stock.md, "The queue in front of it". */
export interface RegistrationQueue {
  /** Throws 503 `busy` when too many wait already, or the database stayed away too long. */
  submit(order: OrderRequest): Promise<OrderOutcome>
  /** For how long the call in flight has waited for the database, its repetitions included; 0 when none is. */
  waitedMs(): number
  /** Takes no more, and answers what it took. */
  close(): Promise<void>
}

interface Limits {
  /** Orders in one call. */
  maxBatch?: number
  /** Orders waiting for a call. */
  maxWaiting?: number
  /** How long a call is repeated while the database is away. */
  patienceMs?: number
  /** How long PostgreSQL may take for one call. After a second more without an answer the connection is given up. */
  callMs?: number
}

interface Waiting {
  order: OrderRequest
  resolve(outcome: OrderOutcome): void
  reject(reason: unknown): void
}

const PAUSE_MS = 100

export function createRegistrationQueue(
  db: Db,
  log: Logger,
  { maxBatch = 200, maxWaiting = 5_000, patienceMs = 10_000, callMs = 5_000 }: Limits = {},
): RegistrationQueue {
  // A connection that runs nothing else: its plans, those of the foreign keys too, are all made by take_spots.
  const url = poolOf(db).options.connectionString ?? ''
  const connection = createDb(
    createPool(url, {
      max: 1,
      purpose: 'registrations',
      statementMs: callMs,
      silentMs: callMs + 1_000,
      connectMs: 3_000,
      onError: (error) => log.warn({ err: error }, 'the registration queue lost its connection'),
    }),
  )
  const waiting: Waiting[] = []
  /** Batches of an event that somebody else has locked, to be tried again between the others. */
  const setAside: { batch: Waiting[]; deadline: number }[] = []
  const unanswered = new Map<string, { requestHash: string; outcome: Promise<OrderOutcome> }>()
  let running: Promise<void> | null = null
  let callSince: number | null = null
  let closed = false

  async function drain(): Promise<void> {
    // Whatever else this turn of the event loop brings goes along.
    await setImmediate()
    while (waiting.length > 0 || setAside.length > 0) {
      const earlier = setAside.shift()
      if (earlier) await settle(earlier.batch, earlier.deadline)
      if (waiting.length > 0) await settle(waiting.splice(0, maxBatch), performance.now() + patienceMs)
    }
    running = null
    callSince = null
  }

  /** Answers every order of the batch, whatever happens, or sets it aside. */
  async function settle(batch: Waiting[], deadline: number): Promise<void> {
    callSince = performance.now()
    for (;;) {
      try {
        const outcomes = await takeSpots(connection, batch.map(orderOf))
        // Those with whom another order of the same call had the buyer's CPF: the next call sees what came of it.
        waiting.unshift(...batch.filter((_order, i) => outcomes[i]?.kind === 'contested'))
        return answer(batch, outcomes)
      } catch (error) {
        const parts = isLockTimeout(error) ? byEvent(batch) : isTransient(error) ? [batch] : inHalves(batch)
        if (parts.length > 1) {
          for (const part of parts) await settle(part, deadline)
          return
        }
        if (!isTransient(error)) return refuse(batch, error)
        if (performance.now() > deadline) return refuse(batch, busy(error))
        log.warn({ err: error, orders: batch.length }, 'registrations wait for the database')
        if (isLockTimeout(error)) {
          setAside.push({ batch, deadline })
          return
        }
        await setTimeout(PAUSE_MS)
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
    if (closed || waiting.length >= maxWaiting) return Promise.reject(busy())
    const outcome = new Promise<OrderOutcome>((resolve, reject) => {
      waiting.push({ order, resolve, reject })
    }).finally(() => unanswered.delete(name))
    unanswered.set(name, { requestHash: order.requestHash, outcome })
    running ??= drain()
    return outcome
  }

  return {
    submit,
    waitedMs: () => (callSince === null ? 0 : performance.now() - callSince),
    async close() {
      closed = true
      await running
      await connection.destroy()
    },
  }
}

/** Spread out, so that those who were refused together do not come back together. */
const busy = (cause?: unknown) =>
  new AppError('busy', { retryAfterSeconds: 2 + Math.floor(Math.random() * 4), cause })

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

/** One event that stays locked must not hold the others up. */
function byEvent(batch: Waiting[]): Waiting[][] {
  return [...Map.groupBy(batch, ({ order }) => order.eventId).values()]
}

/** The way to the one order that makes a call fail. */
function inHalves(batch: Waiting[]): Waiting[][] {
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)].filter((half) => half.length > 0)
}
