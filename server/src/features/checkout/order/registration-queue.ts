import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createDb, createPool, type Db, directUrlOf } from '#server/lib/db.ts'
import { AppError, isDatabaseError, isLockTimeout, isTransient } from '#server/lib/errors.ts'
import type { Metrics } from '#server/lib/metrics.ts'
import type { OrderDecision, OrderOutcome, OrderRequest } from '../domain/order-request.ts'
import { takeSpots } from '../queries/take-spots.ts'
import { answer, byEvent, inHalves, orderOf, partition, refuse, type Waiting } from './batch.ts'
import { createCallTime } from './call-time.ts'

/** Batches the orders of this process into calls of `take_spots`: docs/algorithms/stock.md, "The queue". */
export interface RegistrationQueue {
  /** Rejects with 503 `busy` when the wait, or the database's absence, is too long. */
  submit(order: OrderRequest): Promise<OrderOutcome>
  /** Whether at least 50 orders arrived within the last second: work that can wait is left to jobs. */
  isBusy(): boolean
  waiting(): number
  /**
   * For how many milliseconds the current call has had no answer of PostgreSQL; an error is an answer. 0 when
   * there is no call.
   */
  silentMs(): number
  /** The age in milliseconds of the oldest order without an answer; 0 when there is none. */
  oldestMs(): number
  expectedWaitMs(): number
  /** Orders per second that this process can register, estimated from previous calls. */
  perSecond(): number
  /** Accepts no more orders and resolves when all accepted ones are answered. */
  close(): Promise<void>
}

interface Options {
  maxBatch?: number
  maxWaitMs?: number
  /** How long after its arrival an order is retried while the database is unavailable or its event locked. */
  retryMs?: number
  /** How long PostgreSQL may take for one call. One second later the connection is closed. */
  callMs?: number
  metrics?: Pick<Metrics, 'orders' | 'batchSize' | 'batchSeconds'>
}

const RETRY_PAUSE_MS = 100
/** An order that waited long for other reasons is still retried for this time. */
const LEAST_RETRY_MS = 1_000
/** Failed calls that keep an order waiting for longer need an operator's attention. */
const LASTING_MS = 1_000
const CROWD = 50
const BUSY_MS = 1_000

export function createRegistrationQueue(
  db: Db,
  log: Logger,
  { maxBatch = 200, maxWaitMs = 10_000, retryMs = 4_000, callMs = 5_000, metrics }: Options = {},
): RegistrationQueue {
  // Runs nothing else, so all cached plans, foreign key checks too, use the settings of take_spots.
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
  /** Orders of events locked by another transaction, by event; they are retried between the other batches. */
  const postponed = new Map<number, Waiting[]>()
  /** By account and key, the oldest first. */
  const unanswered = new Map<
    string,
    { requestHash: string; submittedAt: number; outcome: Promise<OrderOutcome> }
  >()
  let running: Promise<void> | null = null
  let answering = Promise.resolve()
  let callSince: number | null = null
  let silentSince: number | null = null
  /** When the last `CROWD` orders arrived; the next one replaces the oldest. */
  const arrivals = new Array<number>(CROWD).fill(Number.NEGATIVE_INFINITY)
  let arrived = 0
  const callTime = createCallTime()
  // Series that exist from the start: an increase from nothing is not an increase to Prometheus.
  for (const outcome of ['refused_busy', 'refused_database']) metrics?.orders.inc({ outcome }, 0)
  let closed = false

  async function drain(): Promise<void> {
    // Waits until the other requests of this turn of the event loop have submitted their orders.
    await setImmediate()
    while (waiting.length > 0 || postponed.size > 0) {
      const [locked] = postponed
      if (locked) await retryLocked(...locked)
      // Orders may be submitted out of order, because the reads that precede them take different times.
      waiting.sort((a, b) => a.order.arrivedAt - b.order.arrivedAt)
      const batch = waiting.splice(0, maxBatch).filter((one) => !waitsForItsEvent(one))
      if (batch.length > 0) await settle(batch)
    }
    running = null
    callSince = null
    silentSince = null
  }

  async function retryLocked(eventId: number, orders: Waiting[]): Promise<void> {
    postponed.delete(eventId)
    const rest = orders.splice(maxBatch)
    await settle(orders)
    if (rest.length > 0) postpone(eventId, rest)
  }

  function postpone(eventId: number, orders: Waiting[]): void {
    postponed.set(eventId, [...(postponed.get(eventId) ?? []), ...orders])
  }

  /** Appends an order to those of its event that are postponed, if there are any. */
  function waitsForItsEvent(one: Waiting): boolean {
    const earlier = postponed.get(one.order.eventId)
    earlier?.push(one)
    return earlier !== undefined
  }

  async function settle(batch: Waiting[]): Promise<void> {
    callSince = performance.now()
    silentSince = callSince
    for (let left = batch; left.length > 0; ) {
      const sentAt = performance.now()
      try {
        const outcomes = await takeSpots(connection, left.map(orderOf))
        settled(left, outcomes, performance.now() - sentAt)
        return
      } catch (error) {
        metrics?.batchSeconds.observe((performance.now() - sentAt) / 1000)
        if (isAnswer(error)) silentSince = performance.now()
        const parts = isLockTimeout(error) ? byEvent(left) : isTransient(error) ? [left] : inHalves(left)
        if (parts.length > 1) {
          for (const part of parts) await settle(part)
          return
        }
        if (!isTransient(error)) return refuse(left, error)
        left = refuseOverdue(left, error)
        const [first] = left
        if (first && isLockTimeout(error)) return postpone(first.order.eventId, left)
        if (first) await setTimeout(RETRY_PAUSE_MS)
      }
    }
  }

  function settled(batch: Waiting[], outcomes: OrderDecision[], tookMs: number): void {
    callTime.observe(batch.length, tookMs)
    // Another order of this call took the buyer's CPF: the next call sees the result and decides.
    waiting.unshift(...batch.filter((_order, i) => outcomes[i]?.kind === 'contested'))
    metrics?.batchSize.observe(batch.length)
    metrics?.batchSeconds.observe(tookMs / 1000)
    for (const { kind } of outcomes) metrics?.orders.inc({ outcome: kind })
    // If orders wait, the next call is sent first: PostgreSQL works while this process sends the responses.
    if (waiting.length === 0) answer(batch, outcomes)
    else answering = setImmediate().then(() => answer(batch, outcomes))
  }

  /** Rejects the orders of a failed call that have waited too long. Returns the others. */
  function refuseOverdue(batch: Waiting[], cause: unknown): Waiting[] {
    const now = performance.now()
    for (const one of batch) one.deadline ??= Math.max(one.submittedAt + retryMs, now + LEAST_RETRY_MS)
    const [overdue, left] = partition(batch, ({ deadline = now }) => deadline <= now)
    const oldestMs = now - Math.min(...batch.map(({ submittedAt }) => submittedAt))
    const details = { err: cause, orders: batch.length, refused: overdue.length }
    if (oldestMs < LASTING_MS) log.warn(details, 'registrations are sent to the database again')
    else log.error(details, 'registrations wait for the database')
    metrics?.orders.inc({ outcome: 'refused_database' }, overdue.length)
    refuse(overdue, busy({ cause }))
    return left
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
    const submittedAt = performance.now()
    if (closed || waitMs > maxWaitMs) {
      metrics?.orders.inc({ outcome: 'refused_busy' })
      return Promise.reject(busy({ waitMs }))
    }
    arrivals[arrived++ % CROWD] = submittedAt
    const outcome = new Promise<OrderOutcome>((resolve, reject) => {
      waiting.push({ order, submittedAt, resolve, reject })
    }).finally(() => unanswered.delete(name))
    unanswered.set(name, { requestHash: order.requestHash, submittedAt, outcome })
    running ??= drain()
    return outcome
  }

  const ageOf = (since: number | null | undefined) => (since == null ? 0 : performance.now() - since)
  /** A hanging call is expected to take at least as long again as it has taken so far. */
  const expectedWaitMs = () => {
    const full = Math.floor(waiting.length / maxBatch)
    const rest = waiting.length % maxBatch
    return ageOf(callSince) + full * callTime.of(maxBatch) + (rest > 0 ? callTime.of(rest) : 0)
  }

  return {
    submit,
    isBusy: () => performance.now() - (arrivals[arrived % CROWD] as number) < BUSY_MS,
    waiting: () => waiting.length,
    silentMs: () => ageOf(silentSince),
    oldestMs: () => ageOf(unanswered.values().next().value?.submittedAt),
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

/** Retry after half of the wait plus a random time, so that rejected clients do not retry together. */
const busy = ({ waitMs = 0, cause }: { waitMs?: number; cause?: unknown } = {}) =>
  new AppError('busy', {
    retryAfterSeconds: 2 + Math.ceil(waitMs / 2_000) + Math.floor(Math.random() * 4),
    cause,
  })

/** Whether PostgreSQL answered with this error. A call ended by its time limit counts as unanswered. */
const isAnswer = (error: unknown): boolean => isDatabaseError(error) && error.code !== '57014'
