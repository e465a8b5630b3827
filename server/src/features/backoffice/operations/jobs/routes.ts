import type { z } from 'zod'
import * as contract from '#contract/backoffice/operations.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import type { QueueStates } from '#server/lib/jobs/queues.ts'
import { redactPayload, redactText } from '#server/lib/redact.ts'
import { changeJob, retryFailedJobs } from './change-job.ts'
import { countJobsIn, listJobs, type StoredJob } from './queries.ts'

export function jobRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  const list = async (asked: z.output<typeof contract.listJobs.query>) => ({
    data: (await listJobs(db, asked, asked)).map(present),
    meta: pageMeta(asked.page, asked.per_page, await countJobsIn(db, asked)),
    extra: { queues: presentQueues(deps.jobQueues) },
  })
  api.handle(contract.listJobs, ({ query }) => list(query))
  api.handle(contract.searchJobs, ({ body }) => list(body))

  api.handle(contract.retryJob, async ({ caller, params, ip }) => {
    await changeJob(deps, { caller, jobId: params.id, change: 'retried', ip })
    return { message: 'Tarefa de volta à fila.' }
  })

  api.handle(contract.retryFailedJobs, async ({ caller, ip }) => {
    const retried = await retryFailedJobs(deps, { caller, ip })
    return {
      data: { retried },
      message: retried === 0 ? 'Nenhuma tarefa falhou de vez.' : 'Tarefas de volta à fila.',
    }
  })

  api.handle(contract.discardJob, async ({ caller, params, ip }) => {
    await changeJob(deps, { caller, jobId: params.id, change: 'discarded', ip })
    return { message: 'Tarefa descartada.' }
  })
}

const presentQueues = (queues: QueueStates): contract.QueueRow[] =>
  [...queues].map(([queue, { state, since }]) => ({ queue, state, since: since.toISOString() }))

const present = (job: StoredJob): contract.JobRow => ({
  id: job.id,
  task: job.task,
  state: stateOf(job),
  attempts: job.attempts,
  max_attempts: job.max_attempts,
  created_at: job.created_at.toISOString(),
  run_at: job.run_at.toISOString(),
  last_error: job.last_error && redactText(job.last_error),
  payload: redactPayload(job.payload),
})

function stateOf({ running, attempts, max_attempts }: StoredJob): contract.JobRow['state'] {
  if (running) return 'running'
  if (attempts >= max_attempts) return 'failed'
  return attempts > 0 ? 'retrying' : 'waiting'
}
