import { parseCronItems, runOnce, type TaskList } from 'graphile-worker'
import { Lane } from '#contract/backoffice/operations.ts'
import type { Deps } from '../../deps.ts'
import { createPool, poolOf } from '../db.ts'
import type { Cron, Job } from '../jobs.ts'
import { keepRunning } from './keep-running.ts'
import { LANES } from './lanes.ts'
import { workerLogger } from './logger.ts'
import { keepNames } from './names.ts'
import { startRunner } from './start-runner.ts'

/** Enough to ask for jobs and to say that they are done, and one for each lane to listen on. */
const CONNECTIONS = 10

export interface JobRunner {
  /** Takes no more jobs and answers when those that run are done. */
  stop(): Promise<void>
}

/** Runs jobs until `stop`, each in its lane, and tells in `deps.jobLanes` how that goes. */
export async function startWorker(
  deps: Deps,
  jobs: readonly Job[],
  crons: readonly Cron[] = [],
): Promise<JobRunner> {
  const { log } = deps
  const url = poolOf(deps.db).options.connectionString ?? ''
  // Of its own: neither do requests that wait for connections hold jobs up, nor the other way round.
  const pool = createPool(url, {
    max: CONNECTIONS,
    purpose: 'jobs',
    onError: (error) => log.warn({ err: error }, 'the job runner lost a connection'),
  })
  const names = await keepNames(url, log)
  const lanes = Lane.options.map((lane) => {
    const ofLane = jobs.filter((job) => job.lane === lane)
    if (ofLane.length === 0) return null
    return keepRunning({
      lane,
      names,
      log,
      tell(state) {
        if (deps.jobLanes.get(lane)?.state !== state) deps.jobLanes.set(lane, { state, since: new Date() })
      },
      start: () =>
        startRunner({
          pool,
          tasks: taskList(deps, ofLane),
          crons: cronItems(crons.filter(({ job }) => job.lane === lane)),
          slots: LANES[lane].slots,
          log,
        }),
    })
  })
  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane?.stop()))
      await names.stop()
      await pool.end()
    },
  }
}

/** Runs what is due, and what that enqueues, and answers when nothing is left to do now. What fails stays for later. */
export async function runDueJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  await runOnce({
    pgPool: poolOf(deps.db),
    taskList: taskList(deps, jobs),
    noHandleSignals: true,
    logger: workerLogger(deps.log),
  })
}

/** Each waits at most once, however long its lane is held up. */
const cronItems = (crons: readonly Cron[]) =>
  parseCronItems(
    crons.map(({ job, match }) => ({
      task: job.name,
      match,
      identifier: job.name,
      options: { jobKey: `cron:${job.name}`, priority: job.priority },
    })),
  )

const taskList = (deps: Deps, jobs: readonly Job[]): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown) => withinLimit(job, job.run(depsOf(deps, job), job.payload.parse(payload))),
    ]),
  )

/** What writes to people belongs to the lane of mail; a job of another finds no way to. */
function depsOf(deps: Deps, { name, lane }: Job): Deps {
  if (lane === 'mail') return deps
  const send = async () => {
    throw new Error(`${name} sends mail: it has to be made by defineMailJob`)
  }
  return { ...deps, mailer: { send } }
}

async function withinLimit({ name, lane, timeLimitMs }: Job, run: Promise<void>): Promise<void> {
  const limitMs = timeLimitMs ?? LANES[lane].timeLimitMs
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${name} took longer than ${limitMs} ms`)), limitMs)
  try {
    await Promise.race([run, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
