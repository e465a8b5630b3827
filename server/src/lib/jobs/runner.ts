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
import { carriedOrigin } from '../origin.ts'
import type { LaneState } from './lanes.ts'
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
  /** graphile-worker's id of the worker pool, which it writes into `locked_by` of its jobs. */
  name: string
  /** Resolves with the reason when the runner must be replaced. */
  broken: Promise<unknown>
  /**
   * Takes no more jobs; resolves when the running ones are done and, if PostgreSQL answers, recorded as done. From then on it has no
   * connections, so that nothing arrives late: it is given no job, and does not delete as done one that was released and changed since.
   */
  end(): Promise<void>
}

/** How long `end` waits for finished jobs to be recorded, and then for its connections to close; both may take forever. */
const RECORD_MS = 2_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A runner that ran for this long did not fail at its start: the pause is reset. */
const STEADY_MS = 30_000

/**
 * Keeps a lane's runner alive until `stop`: a broken runner is replaced, after pauses that grow while replacements break too. Its
 * running jobs finish; jobs it still holds after that are released.
 */
export function keepRunning({
  lane,
  locks,
  onState,
  ...options
}: RunnerOptions & {
  lane: string
  locks: RunnerLocks
  onState(state: LaneState['state']): void
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
        options.log.warn({ err: error, lane, pauseMs }, 'the job runner broke; it starts again')
        await Promise.race([setTimeout(pauseMs), stopping.promise])
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      })
    }
    await Promise.all(endings)
  }

  const kept = keep()
  return {
    stop() {
      stopped = true
      stopping.resolve(null)
      return kept
    },
  }
}

/**
 * Starts graphile-worker. A runner is replaced after any lost answer of PostgreSQL: without the answer to "get a job" it may hold
 * a job it does not know of, and without the answer to "job completed" it shuts itself down. It tells of some lost answers only, and
 * after others asks again for a job, so every lost connection counts.
 */
async function startRunner({ url, tasks, crons, slots, log }: RunnerOptions): Promise<Runner> {
  const events = new EventEmitter()
  const name = new Promise<string>((resolve) =>
    events.once('pool:create', (event: { workerPool: WorkerPool }) => resolve(event.workerPool.id)),
  )
  const broken = Promise.withResolvers<unknown>()
  // One connection for each slot, and one to listen on. Later, because graphile-worker prints what fails while it stops.
  const connections = runnerConnections(url, slots + 1, (error) => setImmediate(broken.resolve, error))
  events.once('worker:getJob:error', ({ error }) => broken.resolve(error))
  events.once('pool:gracefulShutdown', ({ message }) => broken.resolve(new Error(message)))
  // Never the payload: it may hold personal data.
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
    // Batches without delay: unlike single completions, stopping waits for them.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    events,
    logger: workerLogger(log),
  }).catch(async (error) => {
    await connections.end()
    throw error
  })
  runner.promise.then(() => broken.resolve(null), broken.resolve)
  return {
    name: await name,
    broken: broken.promise,
    async end() {
      // `stop` throws when the runner is stopping already.
      const ended = runner
        .stop()
        .catch(() => undefined)
        .then(() => runner.promise)
        .catch(() => undefined)
      await Promise.race([ended, counted.allDone().then(() => setTimeout(RECORD_MS))])
      await Promise.race([connections.end(), setTimeout(RECORD_MS)])
      // A last answer may have begun a job.
      await counted.allDone()
    },
  }
}

/** For log lines that are not written inside of the job. */
const nameOf = ({ id, task_identifier, payload }: Job) => ({
  job: task_identifier,
  reqId: carriedOrigin(payload).reqId ?? `job-${id}`,
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

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<
  LogLevel,
  string
>

/** graphile-worker's messages one level lower, without failed jobs, which `startRunner` logs. */
export const workerLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    if (!meta?.failure) log[LEVELS[level]](message)
  })
