import { z } from 'zod'
import { Block, Reason } from '../block.ts'
import { CurrentPassword, Email, Instant, Name } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta } from '../route.ts'
import { SearchBody } from './lists.ts'

const ADMIN = { access: { roles: ['Admin'] }, tag: 'Administração' } as const

export const STAFF_ROLES = ['Admin', 'Empresa'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const StaffUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  /** Null for Admin. */
  enterprise: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** True once the invitation has been accepted. */
  email_verified: z.boolean(),
  has_second_factor: z.boolean(),
  blocked_at: Instant.nullable(),
  blocked_reason: z.string().nullable(),
  last_seen_at: Instant.nullable(),
  created_at: Instant,
})
export type StaffUser = z.infer<typeof StaffUser>

export const StaffInput = z
  .object({
    name: Name('Nome obrigatório'),
    email: Email(),
    role: z.enum(STAFF_ROLES, { error: 'Escolha o papel' }),
    /** A form sends an empty string when no enterprise is chosen. */
    enterprise_id: z
      .literal('')
      .transform(() => null)
      .or(Id.nullish()),
    /** The caller's password, because the new account can see other people's data. */
    current_password: CurrentPassword,
  })
  .refine(({ role, enterprise_id }) => role === 'Admin' || enterprise_id, {
    error: 'Escolha a empresa',
    path: ['enterprise_id'],
  })
export type StaffInput = z.output<typeof StaffInput>

export const listStaff = defineRoute({
  method: 'POST',
  path: '/admin/staff/search',
  ...ADMIN,
  summary: 'Os usuários da administração e das empresas',
  body: SearchBody.extend({ role: z.enum(STAFF_ROLES).optional() }),
  data: z.array(StaffUser),
  meta: PageMeta,
})
export const getStaffUser = defineRoute({
  method: 'GET',
  path: '/admin/staff/:id',
  ...ADMIN,
  summary: 'Um usuário da administração ou de uma empresa',
  params: IdParams,
  data: StaffUser,
})
export const createStaffUser = defineRoute({
  method: 'POST',
  path: '/admin/staff',
  ...ADMIN,
  status: 201,
  summary: 'Cria um usuário da administração ou de uma empresa e envia o convite por e-mail',
  body: StaffInput,
  data: z.object({ id: z.int() }),
})
export const blockStaffUser = defineRoute({
  method: 'PATCH',
  path: '/admin/staff/:id/block',
  ...ADMIN,
  summary: 'Bloqueia ou desbloqueia um usuário da administração ou de uma empresa',
  params: IdParams,
  body: Block,
  data: z.object({ blocked_at: Instant.nullable() }),
})
export const resetStaffAccess = defineRoute({
  method: 'POST',
  path: '/admin/staff/:id/reset-access',
  ...ADMIN,
  summary: 'Envia de novo o convite, ou um link para criar uma senha nova',
  params: IdParams,
})
export const removeStaffUser = defineRoute({
  method: 'DELETE',
  path: '/admin/staff/:id',
  ...ADMIN,
  summary: 'Remove um usuário da administração ou de uma empresa; o que ele fez continua na auditoria',
  params: IdParams,
  body: z.object({ reason: Reason }),
})
