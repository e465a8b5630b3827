import { z } from 'zod'
import { Instant, Money, OptionalDate } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'
import { LimitedMeta } from './lists.ts'

const ADMIN = { access: { roles: ['Admin'] }, tag: 'Administração' } as const
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z
    .enum(values)
    .catch(fallback as never)
    .default(fallback as never)

const AnId = z.preprocess((value) => (value === '' ? undefined : value), Id.optional())

/** Of jobs and messages: by event, and by what is typed. */
const SOUGHT = {
  event_id: AnId,
  /** The gateway's id of a charge, whole; the number of a registration; or words of a person: name, e-mail, CPF. */
  search: z.string().trim().max(120).optional(),
}

// Jobs -------------------------------------------------------------------------------------------------------------

/** Jobs of one lane never wait for those of another. */
export const Lane = z.enum(['money', 'mail', 'upkeep'])
export type Lane = z.infer<typeof Lane>

/** The state of a lane in the answering process; empty when it runs no jobs. */
export const LaneRow = z.object({
  lane: Lane,
  state: z.enum(['running', 'restarting']),
  since: Instant,
})
export type LaneRow = z.infer<typeof LaneRow>

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
  /** Without e-mail addresses and documents. */
  last_error: z.string().nullable(),
  /** Numbers and booleans of the payload; anything else might identify a person. */
  payload: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type JobRow = z.infer<typeof JobRow>

const JobList = {
  ...ADMIN,
  data: z.array(JobRow),
  meta: PageMeta,
  extra: z.object({ lanes: z.array(LaneRow) }),
}
const JobQuery = PageQuery.extend({ state: choice(JOB_STATES, 'failed'), ...SOUGHT })

export const listJobs = defineRoute({
  ...JobList,
  method: 'GET',
  path: '/admin/jobs',
  summary: 'As tarefas que falharam, que serão repetidas ou que esperam',
  query: JobQuery,
})
/** The same with the search in the body: it may be a CPF or an e-mail. */
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

// Messages of the gateway ------------------------------------------------------------------------------------------

export const MESSAGE_STATES = ['unhandled', 'odd', 'all'] as const

export const GatewayMessageRow = z.object({
  id: z.int(),
  provider: z.string(),
  /** The gateway's own word. */
  kind: z.string(),
  charge_id: z.string(),
  received_at: Instant,
  handled_at: Instant.nullable(),
  outcome: z.string().nullable(),
  /** The payment of the charge; null when we have none. */
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
const MessageQuery = PageQuery.extend({ state: choice(MESSAGE_STATES, 'unhandled'), ...SOUGHT })

export const listGatewayMessages = defineRoute({
  ...MessageList,
  method: 'GET',
  path: '/admin/gateway-messages',
  summary: 'As mensagens do gateway e o que foi feito de cada uma',
  query: MessageQuery,
})
/** The same with the search in the body: it may be a CPF or an e-mail. */
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

// Audit ------------------------------------------------------------------------------------------------------------

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
  /** Words of a name, or a whole e-mail; sent in a body, because addresses contain no e-mails. */
  actor: z.string().trim().max(120).optional(),
  action: Text,
  entity: Text,
  entity_id: AnId,
  event_id: AnId,
  /** The gateway's id of a charge: what happened to its registrations, orders, refunds and messages. */
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

/** Entries that one export holds, the newest. */
export const MOST_EXPORTED = 5_000

/** The screen writes the file, because it has the words. That it was taken is in the audit log too. */
export const exportAudit = defineRoute({
  method: 'POST',
  path: '/admin/audit/export',
  ...ADMIN,
  summary: 'A auditoria para um arquivo: até 5.000 mudanças, as mais recentes primeiro',
  body: AuditFilter,
  data: z.array(AuditRow),
})
