import { z } from 'zod'
import { Instant, Money, OptionalDate, orAbsent } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'
import { LimitedMeta } from './lists.ts'

const ADMIN = { access: { roles: ['Admin'] }, tag: 'Administração' } as const
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z
    .enum(values)
    .catch(fallback as never)
    .default(fallback as never)

const AnId = orAbsent(Id)

const RECORD_FILTERS = {
  event_id: AnId,
  /** The gateway's full charge id, the number of a registration, or a person's name, e-mail or CPF. */
  search: z.string().trim().max(120).optional(),
}

// Jobs

/** Jobs of one queue never wait for those of another. */
export const JobQueue = z.enum(['money', 'mail', 'upkeep'])
export type JobQueue = z.infer<typeof JobQueue>

/** Empty in a process that runs no jobs. */
export const QueueRow = z.object({
  queue: JobQueue,
  state: z.enum(['running', 'restarting']),
  since: Instant,
})
export type QueueRow = z.infer<typeof QueueRow>

export const JOB_STATES = ['failed', 'retrying', 'waiting'] as const

export const JobRow = z.object({
  id: z.int(),
  task: z.string(),
  state: z.enum([...JOB_STATES, 'running']),
  attempts: z.int(),
  max_attempts: z.int(),
  created_at: Instant,
  /** When the next attempt is due. */
  run_at: Instant,
  /** E-mail addresses and document numbers are removed. */
  last_error: z.string().nullable(),
  /** Only numbers and booleans, because other values might identify a person. */
  payload: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type JobRow = z.infer<typeof JobRow>

const JobList = {
  ...ADMIN,
  data: z.array(JobRow),
  meta: PageMeta,
  extra: z.object({ queues: z.array(QueueRow) }),
}
const JobQuery = PageQuery.extend({ state: choice(JOB_STATES, 'failed'), ...RECORD_FILTERS })

export const listJobs = defineRoute({
  ...JobList,
  method: 'GET',
  path: '/admin/jobs',
  summary: 'As tarefas que falharam, que serão repetidas ou que esperam',
  query: JobQuery,
})
/** The search is in the body, because it may be a CPF or an e-mail address. */
export const searchJobs = defineRoute({
  ...JobList,
  method: 'POST',
  path: '/admin/jobs/search',
  summary: 'A mesma lista, com a busca fora do endereço',
  body: JobQuery,
})
export const retryJob = defineRoute({
  method: 'POST',
  path: '/admin/jobs/:id/retry',
  ...ADMIN,
  summary: 'Tenta de novo uma tarefa, com todas as tentativas',
  params: IdParams,
})
export const retryFailedJobs = defineRoute({
  method: 'POST',
  path: '/admin/jobs/retry-failed',
  ...ADMIN,
  summary: 'Tenta de novo todas as tarefas que falharam de vez',
  data: z.object({ retried: z.int() }),
})
export const discardJob = defineRoute({
  method: 'DELETE',
  path: '/admin/jobs/:id',
  ...ADMIN,
  summary: 'Descarta uma tarefa',
  params: IdParams,
})

// Messages of the gateway

export const MESSAGE_STATES = ['unhandled', 'odd', 'all'] as const

export const GatewayMessageRow = z.object({
  id: z.int(),
  provider: z.string(),
  /** The gateway's name of the event. */
  kind: z.string(),
  charge_id: z.string(),
  received_at: Instant,
  handled_at: Instant.nullable(),
  outcome: z.string().nullable(),
  /** Null for a charge that this installation did not create. */
  payment: z
    .object({
      id: z.int(),
      value: Money,
      status: z.string(),
      event: z.object({ id: z.int(), title: z.string() }),
    })
    .nullable(),
})
export type GatewayMessageRow = z.infer<typeof GatewayMessageRow>

const MessageList = { ...ADMIN, data: z.array(GatewayMessageRow), meta: LimitedMeta }
const MessageQuery = PageQuery.extend({ state: choice(MESSAGE_STATES, 'unhandled'), ...RECORD_FILTERS })

export const listGatewayMessages = defineRoute({
  ...MessageList,
  method: 'GET',
  path: '/admin/gateway-messages',
  summary: 'As mensagens do gateway e o que foi feito de cada uma',
  query: MessageQuery,
})
/** The search is in the body, because it may be a CPF or an e-mail address. */
export const searchGatewayMessages = defineRoute({
  ...MessageList,
  method: 'POST',
  path: '/admin/gateway-messages/search',
  summary: 'A mesma lista, com a busca fora do endereço',
  body: MessageQuery,
})
export const applyGatewayMessage = defineRoute({
  method: 'POST',
  path: '/admin/gateway-messages/:id/apply',
  ...ADMIN,
  summary: 'Aplica de novo uma mensagem do gateway, pela mesma tarefa',
  params: IdParams,
})

// Audit

const Text = z.string().trim().max(60).optional()

export const AuditRow = z.object({
  id: z.int(),
  at: Instant,
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.int().nullable(),
  event: z.object({ id: z.int(), title: z.string() }).nullable(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

const AuditFilter = z.object({
  /** Words of a name, or a whole e-mail address. */
  actor: z.string().trim().max(120).optional(),
  action: Text,
  entity: Text,
  entity_id: AnId,
  event_id: AnId,
  /** Finds the entries of the charge's registrations, orders, refunds and messages. */
  charge: Text,
  from: OptionalDate,
  to: OptionalDate,
})

export const searchAudit = defineRoute({
  method: 'POST',
  path: '/admin/audit/search',
  ...ADMIN,
  summary: 'Quem mudou o quê, e quando',
  body: PageQuery.extend(AuditFilter.shape),
  data: z.array(AuditRow),
  meta: LimitedMeta,
})

/** The latest entries. */
export const MOST_EXPORTED = 5_000

/** The browser writes the file, because it has the texts of actions and fields. */
export const exportAudit = defineRoute({
  method: 'POST',
  path: '/admin/audit/export',
  ...ADMIN,
  summary: 'A auditoria para um arquivo: até 5.000 mudanças, as mais recentes primeiro',
  body: AuditFilter,
  data: z.array(AuditRow),
})
