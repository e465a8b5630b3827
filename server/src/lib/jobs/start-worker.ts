import { type JobHelpers, parseCronItems, runOnce, type TaskList } from 'graphile-worker'
import { Lane } from '#contract/backoffice/operations.ts'
import type { Deps } from '../../deps.ts'
import { directUrlOf, poolOf } from '../db.ts'
import type { Cron, Job } from '../jobs.ts'
import { carriedOrigin, withOrigin } from '../origin.ts'
import type { Tracing } from '../tracing.ts'
import { LANES } from './lanes.ts'
import { keepRunning, workerLogger } from './runner.ts'
import { keepRunnerLocks } from './runner-locks.ts'

export interface JobRunner {
  /** Takes no more jobs; resolves when the running ones are done. */
  stop(): Promise<void>
}

/** Runs jobs until `stop`, each in its lane, and reports the lanes' states in `deps.jobLanes`. */
export async function startWorker(
  deps: Deps,
  jobs: readonly Job[],
  crons: readonly Cron[] = [],
): Promise<JobRunner> {
  const { log } = deps
  const url = directUrlOf(deps.db)
  const locks = await keepRunnerLocks(url, log)
  const lanes = Lane.options.map((lane) => {
    const ofLane = jobs.filter((job) => job.lane === lane)
    if (ofLane.length === 0) return null
    return keepRunning({
      lane,
      locks,
      log,
      url,
      tasks: taskList(deps, ofLane),
      crons: cronItems(crons.filter(({ job }) => job.lane === lane)),
      slots: LANES[lane].slots,
      onState(state) {
        if (deps.jobLanes.get(lane)?.state !== state) deps.jobLanes.set(lane, { state, since: new Date() })
      },
    })
  })
  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane?.stop()))
      await locks.stop()
    },
  }
}

/** Runs due jobs, including those they enqueue, until none is due. Failed jobs wait for their retry. */
export async function runDueJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  await runOnce({
    pgPool: poolOf(deps.db),
    taskList: taskList(deps, jobs),
    noHandleSignals: true,
    logger: workerLogger(deps.log),
  })
}

/** With a job key: each waits at most once, however long its lane is blocked. */
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
      (payload: unknown, helpers: JobHelpers) =>
        asItsOrigin(deps.tracing, job, { payload, id: helpers.job.id }, () =>
          withinLimit(job, job.run(depsOf(deps, job), job.payload.parse(payload))),
        ),
    ]),
  )

/** Its log lines have the id of the request that left it behind, and its span belongs to that request's. */
async function asItsOrigin(
  tracing: Tracing | null,
  { name }: Job,
  { payload, id }: { payload: unknown; id: string },
  run: () => Promise<void>,
): Promise<void> {
  const { reqId, traceparent } = carriedOrigin(payload)
  const span = tracing?.start(`job ${name}`, { kind: 'consumer', parent: traceparent })
  let failed = true
  try {
    await withOrigin({ reqId: reqId ?? `job-${id}`, span }, run)
    failed = false
  } finally {
    span?.end({}, failed)
  }
}

/** Outside the mail lane sending mail throws: a slow mail server must not block other jobs. */
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
