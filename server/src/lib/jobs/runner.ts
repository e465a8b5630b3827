import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  type Job,
  Logger,
  type LogLevel,
  type ParsedCronItem,
  run,
  type Task,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker'
import type { Logger as Log } from 'pino'
import { storedContext } from '../work-context.ts'
import type { QueueState } from './queues.ts'
import { runnerConnections } from './runner-connections.ts'
import type { RunnerLocks } from './runner-locks.ts'

interface RunnerOptions {
  url: string
  tasks: TaskList
  crons: ParsedCronItem[]
  slots: number
  log: Log
}

interface Runner {
  /** graphile-worker's id of the worker pool, in `locked_by` of its jobs. */
  name: string
  /** Resolves with a reason when the runner must be replaced. */
  broken: Promise<unknown>
  /**
   * Stops taking jobs; resolves when the running jobs are done and, if PostgreSQL responds, recorded as done.
   * Afterwards the runner has no connections, so it can neither receive a job late nor record a job as done
   * that another runner has taken since.
   */
  end(): Promise<void>
}

/** How long `end` waits for jobs to be recorded, and then for connections to close; each may hang. */
const RECORD_MS = 2_000
/** Jobs that were fetched and did not get a slot in this time are returned to the other processes. */
const HELD_MS = 2_000
/** How late a job may start that was added for a later time. */
const POLL_MS = 500
/** The pause after a fetch that found nothing, because every new job notifies all queues. */
const REFETCH_MS = 100
/** Jobs that end within this time are recorded as done in one statement. */
const COMPLETE_MS = 50
/** One listens; the others fetch and end jobs. */
const CONNECTIONS = 4
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** After this long the restart backoff is reset. */
const STEADY_MS = 30_000

/** Replaces a broken runner with backoff. Its running jobs finish; jobs that it only locked are released. */
export function keepRunning({
  queue,
  locks,
  onState,
  ...options
}: RunnerOptions & {
  queue: string
  locks: RunnerLocks
  onState(state: QueueState['state']): void
}): { stop(): Promise<void> } {
  const stopping = Promise.withResolvers<null>()
  const endings = new Set<Promise<void>>()
  let stopped = false

  async function end(runner: Runner): Promise<void> {
    await runner.end()
    await locks.release(runner.name)
  }

  async function runUntilBroken(): Promise<void> {
    const runner = await startRunner(options)
    await locks.hold(runner.name)
    onState('running')
    const reason = await Promise.race([runner.broken, stopping.promise])
    const ending = end(runner).finally(() => endings.delete(ending))
    endings.add(ending)
    if (!stopped) throw reason ?? new Error('it ended by itself')
  }

  async function keep(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!stopped) {
      const since = performance.now()
      await runUntilBroken().catch(async (error) => {
        onState('restarting')
        if (performance.now() - since > STEADY_MS) pauseMs = FIRST_PAUSE_MS
        options.log.warn({ err: error, queue, pauseMs }, 'the job runner broke; it starts again')
        await Promise.race([setTimeout(pauseMs), stopping.promise])
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      })
    }
    await Promise.all(endings)
  }

  const ended = keep()
  return {
    stop() {
      stopped = true
      stopping.resolve(null)
      return ended
    },
  }
}

/**
 * Starts graphile-worker. A runner must be replaced after any lost response of PostgreSQL: after a lost "get
 * a job" it may hold a job that it does not know of, and after a lost "job completed" it shuts down.
 * graphile-worker reports only some of these failures and otherwise asks for the next job, so every lost
 * connection counts as broken.
 */
async function startRunner({ url, tasks, crons, slots, log }: RunnerOptions): Promise<Runner> {
  const events = new EventEmitter()
  const name = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
      catchShutdown(workerPool)
      resolve(workerPool.id)
    }),
  )
  const broken = Promise.withResolvers<unknown>()
  // `setImmediate`, because graphile-worker logs everything that fails while it stops.
  const connections = runnerConnections(url, CONNECTIONS, (error) => setImmediate(broken.resolve, error))
  events.once('pool:gracefulShutdown', ({ message }) => broken.resolve(new Error(message)))
  // The payload is never logged: it may contain personal data.
  events.on('job:error', ({ job, error }) =>
    log.warn({ err: error, ...nameOf(job), attempt: job.attempts }, 'job failed, will be retried'),
  )
  events.on('job:failed', ({ job, error }) =>
    log.error({ err: error, ...nameOf(job), id: job.id }, 'job failed for good'),
  )
  const counted = countRunning(tasks)
  const runner = await run({
    pgPool: connections.pool,
    taskList: counted.tasks,
    parsedCronItems: crons,
    concurrency: slots,
    pollInterval: POLL_MS,
    // Stopping waits for batches of completions, but not for single ones.
    preset: {
      worker: {
        localQueue: { size: slots, ttl: HELD_MS, refetchDelay: { durationMs: REFETCH_MS } },
        completeJobBatchDelay: COMPLETE_MS,
        failJobBatchDelay: 0,
      },
    },
    noHandleSignals: true,
    events,
    logger: workerLogger(log, broken.resolve),
  }).catch(async (error) => {
    await connections.end()
    throw error
  })
  runner.promise.then(() => broken.resolve(null), broken.resolve)
  return {
    name: await name,
    broken: broken.promise,
    async end() {
      // `stop` throws when the runner is already stopping.
      const ended = runner
        .stop()
        .catch(() => undefined)
        .then(() => runner.promise)
        .catch(() => undefined)
      await Promise.race([ended, counted.allDone().then(() => setTimeout(RECORD_MS))])
      await Promise.race([connections.end(), setTimeout(RECORD_MS)])
      // A response that arrived before the connections ended may have started another job.
      await counted.allDone()
    },
  }
}

/**
 * graphile-worker shuts down by itself after a lost response, without awaiting it. If it cannot return the jobs
 * that it fetched either, the rejection would end the process.
 */
function catchShutdown(pool: WorkerPool): void {
  const shutDown = pool.gracefulShutdown.bind(pool)
  pool.gracefulShutdown = (message) => {
    const ended = Promise.resolve(shutDown(message))
    ended.catch(() => undefined)
    return ended
  }
}

const nameOf = ({ id, task_identifier, payload }: Job) => ({
  job: task_identifier,
  reqId: storedContext(payload).reqId ?? `job-${id}`,
})

function countRunning(tasks: TaskList): { tasks: TaskList; allDone(): Promise<void> } {
  const changes = new EventEmitter()
  let running = 0
  const count =
    (task: Task): Task =>
    async (payload, helpers) => {
      running++
      try {
        return await task(payload, helpers)
      } finally {
        running--
        changes.emit('done')
      }
    }
  return {
    tasks: Object.fromEntries(
      Object.entries(tasks).flatMap(([name, task]) => (task ? [[name, count(task as Task)]] : [])),
    ),
    async allDone() {
      while (running > 0) await once(changes, 'done')
    },
  }
}

const LEVELS = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<
  LogLevel,
  string
>

/**
 * Logs graphile-worker's messages at a lower level, because a broken runner is replaced, and without failed
 * jobs, which `startRunner` logs. `onError` is called for its own errors: a failed fetch has no event.
 */
export const workerLogger = (log: Log, onError?: (reason: unknown) => void): Logger =>
  new Logger(() => (level, message, meta) => {
    // graphile-worker warns of fewer connections than jobs, but its statements for many jobs are batched.
    if (meta?.failure || meta?.concurrency) return
    log[LEVELS[level]](message)
    if (level === 'error') onError?.(meta?.error ?? new Error(message))
  })
