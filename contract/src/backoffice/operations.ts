import { z } from 'zod'
import { Instant, Money, OptionalDate } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'
import { LimitedMeta } from './lists.ts'

const ADMIN = { roles: ['Admin'] } as const
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z
    .enum(values)
    .catch(fallback as never)
    .default(fallback as never)

// Jobs -------------------------------------------------------------------------------------------------------------

/** Jobs of one lane never wait for those of another. */
export const Lane = z.enum(['money', 'mail', 'upkeep'])
export type Lane = z.infer<typeof Lane>

/** How a lane of the process that answers does; none where no jobs run. */
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
  /** When it is due next. */
  run_at: Instant,
  /** Without addresses and documents. */
  last_error: z.string().nullable(),
  /** Numbers and yes/no of the payload; anything else might name a person. */
  payload: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type JobRow = z.infer<typeof JobRow>

export const listJobs = defineRoute({
  method: 'GET',
  path: '/admin/jobs',
  access: ADMIN,
  tag: 'Administração',
  summary: 'As tarefas que falharam, que serão repetidas ou que esperam',
  query: PageQuery.extend({ state: choice(JOB_STATES, 'failed') }),
  data: z.array(JobRow),
  meta: PageMeta,
  extra: z.object({ lanes: z.array(LaneRow) }),
})
export const retryJob = defineRoute({
  method: 'POST',
  path: '/admin/jobs/:id/retry',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Tenta de novo uma tarefa, com todas as tentativas',
  params: IdParams,
})
export const retryFailedJobs = defineRoute({
  method: 'POST',
  path: '/admin/jobs/retry-failed',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Tenta de novo todas as tarefas que falharam de vez',
  data: z.object({ retried: z.int() }),
})
export const discardJob = defineRoute({
  method: 'DELETE',
  path: '/admin/jobs/:id',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Descarta uma tarefa',
  params: IdParams,
})

// Messages of the gateway ------------------------------------------------------------------------------------------

export const MESSAGE_STATES = ['unhandled', 'odd', 'all'] as const

export const GatewayMessageRow = z.object({
  id: z.int(),
  provider: z.string(),
  /** As the gateway calls it. */
  kind: z.string(),
  charge_id: z.string(),
  received_at: Instant,
  handled_at: Instant.nullable(),
  outcome: z.string().nullable(),
  /** What we know of the charge; null when it is none of ours. */
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

export const listGatewayMessages = defineRoute({
  method: 'GET',
  path: '/admin/gateway-messages',
  access: ADMIN,
  tag: 'Administração',
  summary: 'As mensagens do gateway e o que foi feito de cada uma',
  query: PageQuery.extend({ state: choice(MESSAGE_STATES, 'unhandled') }),
  data: z.array(GatewayMessageRow),
  meta: LimitedMeta,
})
export const applyGatewayMessage = defineRoute({
  method: 'POST',
  path: '/admin/gateway-messages/:id/apply',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Aplica de novo uma mensagem do gateway, pela mesma tarefa',
  params: IdParams,
})

// Audit ------------------------------------------------------------------------------------------------------------

const Text = z.string().trim().max(60).optional()
const AnId = z.preprocess((value) => (value === '' ? undefined : value), Id.optional())

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

export const searchAudit = defineRoute({
  method: 'POST',
  path: '/admin/audit/search',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Quem mudou o quê, e quando',
  body: PageQuery.extend({
    /** Words of a name, or a whole e-mail: in a body, for no address holds one. */
    actor: z.string().trim().max(120).optional(),
    action: Text,
    entity: Text,
    entity_id: AnId,
    event_id: AnId,
    from: OptionalDate,
    to: OptionalDate,
  }),
  data: z.array(AuditRow),
  meta: LimitedMeta,
})
