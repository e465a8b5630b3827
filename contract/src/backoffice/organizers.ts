import { z } from 'zod'
import { Address } from '../city.ts'
import { CurrentPassword, Instant } from '../fields.ts'
import { ProducerInput } from '../producer.ts'
import { defineRoute, IdParams, PageMeta } from '../route.ts'
import { SearchBody } from './lists.ts'

const ADMIN = { roles: ['Admin'] } as const

export const OrganizerAccount = z.object({
  id: z.int(),
  fantasy_name: z.string(),
  corporate_reason: z.string().nullable(),
  nickname: z.string().nullable(),
  cnpj: z.string().nullable(),
  responsible: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  address: Address.nullable(),
  enterprise: z.object({ id: z.int(), name: z.string() }),
  /** The invitation was accepted. */
  email_verified: z.boolean(),
  suspended_at: Instant.nullable(),
  events: z.int(),
  /** Those whose registrations are open: suspending closes them. */
  open_events: z.int(),
  producers: z.int(),
  created_at: Instant,
})
export type OrganizerAccount = z.infer<typeof OrganizerAccount>

/** The same company as a realizador's; the person chooses the password by the invitation. */
export const OrganizerInput = ProducerInput.omit({ type: true })
export type OrganizerInput = z.output<typeof OrganizerInput>
/** Who has the e-mail has the account, and another CNPJ is another company: both are changed with the password. */
export const OrganizerChange = OrganizerInput.extend({ current_password: CurrentPassword })
export type OrganizerChange = z.output<typeof OrganizerChange>

export const ORGANIZER_STATES = ['active', 'invited', 'suspended'] as const

export const listOrganizers = defineRoute({
  method: 'POST',
  path: '/admin/organizers/search',
  access: ADMIN,
  tag: 'Administração',
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
  access: ADMIN,
  tag: 'Administração',
  summary: 'Um organizador',
  params: IdParams,
  data: OrganizerAccount,
})
export const createOrganizer = defineRoute({
  method: 'POST',
  path: '/admin/organizers',
  access: ADMIN,
  tag: 'Administração',
  status: 201,
  summary: 'Cadastra um organizador e envia o convite por e-mail',
  body: OrganizerInput,
  data: z.object({ id: z.int() }),
})
export const updateOrganizer = defineRoute({
  method: 'PUT',
  path: '/admin/organizers/:id',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Salva um organizador',
  params: IdParams,
  body: OrganizerChange,
  data: z.object({ id: z.int() }),
})
export const suspendOrganizer = defineRoute({
  method: 'PATCH',
  path: '/admin/organizers/:id/suspension',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Suspende ou reativa um organizador e os seus realizadores',
  params: IdParams,
  body: z.object({ suspended: z.boolean() }),
  data: z.object({
    suspended_at: Instant.nullable(),
    /** How many events had their registrations closed by this. */
    closed_events: z.int(),
  }),
})
export const resetOrganizerAccess = defineRoute({
  method: 'POST',
  path: '/admin/organizers/:id/reset-access',
  access: ADMIN,
  tag: 'Administração',
  summary: 'Envia ao organizador um link para criar uma senha nova',
  params: IdParams,
})
