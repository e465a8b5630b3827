import { z } from 'zod'
import { Reason } from '../block.ts'
import { Address } from '../city/city.ts'
import { CurrentPassword, Instant } from '../fields.ts'
import { ProducerInput } from '../producer/producer.ts'
import { defineRoute, IdParams, PageMeta } from '../route.ts'
import { SearchBody } from './lists.ts'

const ADMIN = { access: { roles: ['Admin'] }, tag: 'Administração' } as const

export const OrganizerAccount = z.object({
  id: z.int(),
  user_id: z.int(),
  fantasy_name: z.string(),
  corporate_reason: z.string().nullable(),
  nickname: z.string().nullable(),
  cnpj: z.string().nullable(),
  responsible: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  address: Address.nullable(),
  enterprise: z.object({ id: z.int(), name: z.string() }),
  /** True once the invitation has been accepted. */
  email_verified: z.boolean(),
  suspended_at: Instant.nullable(),
  suspended_reason: z.string().nullable(),
  events: z.int(),
  /** Suspending the organizer closes them. */
  open_events: z.int(),
  producers: z.int(),
  created_at: Instant,
})
export type OrganizerAccount = z.infer<typeof OrganizerAccount>

/** The organizer sets the password through the invitation. */
export const OrganizerInput = ProducerInput.omit({ type: true })
export type OrganizerInput = z.output<typeof OrganizerInput>
/** A changed e-mail (who owns the account) or CNPJ (who is paid) requires the password. */
export const OrganizerChange = OrganizerInput.extend({ current_password: CurrentPassword })
export type OrganizerChange = z.output<typeof OrganizerChange>

export const ORGANIZER_STATES = ['active', 'invited', 'suspended'] as const

export const listOrganizers = defineRoute({
  method: 'POST',
  path: '/admin/organizers/search',
  ...ADMIN,
  summary: 'Os organizadores',
  body: SearchBody.extend({
    state: z.enum(ORGANIZER_STATES).optional().catch(undefined),
  }),
  data: z.array(OrganizerAccount),
  meta: PageMeta,
})
export const getOrganizer = defineRoute({
  method: 'GET',
  path: '/admin/organizers/:id',
  ...ADMIN,
  summary: 'Um organizador',
  params: IdParams,
  data: OrganizerAccount,
})
export const createOrganizer = defineRoute({
  method: 'POST',
  path: '/admin/organizers',
  ...ADMIN,
  status: 201,
  summary: 'Cadastra um organizador e envia o convite por e-mail',
  body: OrganizerInput,
  data: z.object({ id: z.int() }),
})
export const updateOrganizer = defineRoute({
  method: 'PUT',
  path: '/admin/organizers/:id',
  ...ADMIN,
  summary: 'Salva um organizador',
  params: IdParams,
  body: OrganizerChange,
  data: z.object({ id: z.int() }),
})
export const suspendOrganizer = defineRoute({
  method: 'PATCH',
  path: '/admin/organizers/:id/suspension',
  ...ADMIN,
  summary: 'Suspende ou reativa um organizador e os seus realizadores',
  params: IdParams,
  body: z
    .object({ suspended: z.boolean(), reason: Reason.optional() })
    .refine(({ suspended, reason }) => !suspended || reason !== undefined, {
      error: 'Informe o motivo',
      path: ['reason'],
    }),
  data: z.object({
    suspended_at: Instant.nullable(),
    closed_events: z.int(),
  }),
})
export const resetOrganizerAccess = defineRoute({
  method: 'POST',
  path: '/admin/organizers/:id/reset-access',
  ...ADMIN,
  summary: 'Envia ao organizador um link para criar uma senha nova',
  params: IdParams,
})
/** An organizer with events or realizadores is suspended instead. */
export const deleteOrganizer = defineRoute({
  method: 'DELETE',
  path: '/admin/organizers/:id',
  ...ADMIN,
  summary: 'Apaga um organizador cadastrado por engano; 409 quando ele tem histórico',
  params: IdParams,
})
