import { z } from 'zod'
import { Instant, OptionalDate } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { SECURITY_GROUPS, type SecurityGroup } from '../security-events.ts'

const GROUPS = Object.keys(SECURITY_GROUPS) as [SecurityGroup, ...SecurityGroup[]]
const INVALID_ADDRESS = 'Endereço IP inválido'

/** An empty one is none. */
const Address = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: INVALID_ADDRESS }).optional(),
)

/** Where each of the two logs goes on: instant and number of the last row that was shown. */
const Cursor = z
  .string()
  .regex(/^(\d{1,15}\.\d{1,15}|-)_(\d{1,15}\.\d{1,15}|-)$/, 'Campo não é válido')
  .optional()

export const SecurityRow = z.object({
  /** Of no meaning but that no two rows share it. */
  id: z.string(),
  at: Instant,
  kind: z.string(),
  /** Whose account it is about. */
  account: z.object({ id: z.int(), name: z.string(), has_second_factor: z.boolean() }).nullable(),
  /** Who did it, where it is somebody else. */
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  ip: z.string().nullable(),
  /** How many of the same this row stands for. */
  times: z.int(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The record of the audit log's change; null for what is told here alone. */
  record: z.object({ entity: z.string(), id: z.int() }).nullable(),
})
export type SecurityRow = z.infer<typeof SecurityRow>

/** In a body: what is looked for may be an e-mail or a CPF, which no address and no proxy's log should hold. */
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
