import { z } from 'zod'
import { SECURITY_GROUPS, type SecurityGroup } from '../account/security-events.ts'
import { Instant, OptionalDate } from '../fields.ts'
import { defineRoute } from '../route.ts'

const GROUPS = Object.keys(SECURITY_GROUPS) as [SecurityGroup, ...SecurityGroup[]]
const INVALID_ADDRESS = 'Endereço IP inválido'

/** Reads an empty string as no filter. */
const Address = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: INVALID_ADDRESS }).optional(),
)

/** The time and id of the last row shown from each of the two logs. */
const Cursor = z
  .string()
  .regex(/^(\d{1,15}\.\d{1,15}|-)_(\d{1,15}\.\d{1,15}|-)$/, 'Campo não é válido')
  .optional()

export const SecurityRow = z.object({
  /** Unique and opaque. */
  id: z.string(),
  at: Instant,
  kind: z.string(),
  account: z.object({ id: z.int(), name: z.string(), has_second_factor: z.boolean() }).nullable(),
  /** Null when it was the owner of the account. */
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  ip: z.string().nullable(),
  /** Number of equal events grouped in this row. */
  times: z.int(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Null for events of the security log. */
  record: z.object({ entity: z.string(), id: z.int() }).nullable(),
})
export type SecurityRow = z.infer<typeof SecurityRow>

/** The search, which may be an e-mail or a CPF, must not appear in URLs or proxy logs. */
export const searchSecurityLog = defineRoute({
  method: 'POST',
  path: '/admin/security-log/search',
  access: { roles: ['Admin'] },
  tag: 'Administração',
  summary: 'Entradas, recusas, limites e mudanças de acesso, as mais novas primeiro',
  body: z.object({
    group: z.enum(GROUPS).optional().catch(undefined),
    /** Words of a name, or a whole e-mail address. */
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
