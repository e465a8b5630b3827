import { z } from 'zod'
import { Instant, OptionalDate } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { SECURITY_GROUPS, type SecurityGroup } from '../security-events.ts'

const GROUPS = Object.keys(SECURITY_GROUPS) as [SecurityGroup, ...SecurityGroup[]]
const INVALID_ADDRESS = 'Endereço IP inválido'

/** An empty string is none. */
const Address = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: INVALID_ADDRESS }).optional(),
)

/** The last row shown of each of the two logs: time and id. */
const Cursor = z
  .string()
  .regex(/^(\d{1,15}\.\d{1,15}|-)_(\d{1,15}\.\d{1,15}|-)$/, 'Campo não é válido')
  .optional()

export const SecurityRow = z.object({
  /** Unique, without meaning. */
  id: z.string(),
  at: Instant,
  kind: z.string(),
  /** The account the event is about. */
  account: z.object({ id: z.int(), name: z.string(), has_second_factor: z.boolean() }).nullable(),
  /** The user who did it, when not the account's own. */
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  ip: z.string().nullable(),
  /** How many equal events this row stands for. */
  times: z.int(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The changed record; null for events of the security log. */
  record: z.object({ entity: z.string(), id: z.int() }).nullable(),
})
export type SecurityRow = z.infer<typeof SecurityRow>

/** Sent in a body: a search may contain an e-mail or a CPF, which addresses and proxy logs must not. */
export const searchSecurityLog = defineRoute({
  method: 'POST',
  path: '/admin/security-log/search',
  access: { roles: ['Admin'] },
  tag: 'Administração',
  summary: 'Entradas, recusas, limites e mudanças de acesso, as mais novas primeiro',
  body: z.object({
    group: z.enum(GROUPS).optional().catch(undefined),
    /** Words of a name, or a whole e-mail. */
    account: z.string().trim().max(120).optional(),
    ip: Address,
    from: OptionalDate,
    to: OptionalDate,
    cursor: Cursor,
  }),
  data: z.array(SecurityRow),
  /** Null on the last page. */
  meta: z.object({ next_cursor: z.string().nullable() }),
})
