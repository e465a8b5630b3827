import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type ParsedCronItem, run, type Task, type TaskList, type WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { workerLogger } from './logger.ts'

interface RunnerOptions {
  pool: Pool
  tasks: TaskList
  crons: ParsedCronItem[]
  slots: number
  log: Logger
}

export interface Runner {
  /** Under which it locks its jobs. */
  name: string
  /** Why it can no longer be relied on, as soon as that is known. */
  broken: Promise<unknown>
  /** Takes no more jobs, and answers when those that run are done, as far as PostgreSQL lets itself be told. */
  end(): Promise<void>
}

/** How long it may take to tell of jobs that are done. graphile-worker may wait for ever when that failed twice. */
const TELL_MS = 2_000

/**
 * Starts graphile-worker. One of its runners lives as long as every answer of PostgreSQL reaches it: without the answer to "give me a
 * job" it may hold one that it does not know of, and without the answer to "this one is done" it ends itself.
 */
export async function startRunner({ pool, tasks, crons, slots, log }: RunnerOptions): Promise<Runner> {
  const events = new EventEmitter()
  const name = new Promise<string>((resolve) =>
    events.once('pool:create', (event: { workerPool: WorkerPool }) => resolve(event.workerPool.id)),
  )
  const broken = Promise.withResolvers<unknown>()
  events.once('worker:getJob:error', ({ error }) => broken.resolve(error))
  events.once('pool:gracefulShutdown', ({ message }) => broken.resolve(new Error(message)))
  // Who failed and how often, never the payload: it may name a person.
  events.on('job:error', ({ job, error }) =>
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'job failed, will be retried'),
  )
  events.on('job:failed', ({ job, error }) =>
    log.error({ err: error, job: job.task_identifier, id: job.id }, 'job failed for good'),
  )
  const counted = countRunning(tasks)
  const runner = await run({
    pgPool: pool,
    taskList: counted.tasks,
    parsedCronItems: crons,
    concurrency: slots,
    // Batches of whatever is there at once: unlike single answers, they are waited for when the worker stops.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    events,
    logger: workerLogger(log),
  })
  runner.promise.then(() => broken.resolve(null), broken.resolve)
  return {
    name: await name,
    broken: broken.promise,
    async end() {
      // It refuses to be stopped when it stops already.
      const ended = runner
        .stop()
        .catch(() => undefined)
        .then(() => runner.promise)
        .catch(() => undefined)
      await Promise.race([ended, counted.allDone().then(() => setTimeout(TELL_MS))])
    },
  }
}

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
