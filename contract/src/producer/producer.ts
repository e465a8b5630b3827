import { z } from 'zod'
import { Session } from '../account/session.ts'
import { Address, CompanyAddressInput } from '../city/city.ts'
import { Cnpj, Email, Instant, MoneyInput, Name, NewPassword, OptionalName, Phone } from '../fields.ts'
import { defineRoute, Id, IdParams } from '../route.ts'

const ORGANIZER = { roles: ['Organizador', 'Admin', 'Empresa'] } as const

export const ProducerInput = z.object({
  nickname: OptionalName(),
  email: Email(),
  cnpj: Cnpj(),
  fantasy_name: Name('Nome fantasia é obrigatório'),
  corporate_reason: Name('Razão Social é obrigatória', 160),
  responsible: Name('Nome do responsável é obrigatório'),
  phone: Phone('Telefone é obrigatório'),
  address: CompanyAddressInput,
  type: z.literal(1).default(1),
  enterprise_id: Id.default(1),
})
export const NewProducerInput = ProducerInput.extend({
  password: NewPassword('Senha é obrigatória'),
  /** Sent by Admin and Empresa only; others add realizadores to their own organizer. */
  organizer_id: Id.optional(),
})
export type ProducerInput = z.input<typeof NewProducerInput>

export const Producer = z.object({
  id: z.int(),
  /** For Admin; null for other callers. */
  user_id: z.int().nullable(),
  nickname: z.string().nullable(),
  email: z.string(),
  cnpj: z.string().nullable(),
  fantasy_name: z.string(),
  corporate_reason: z.string().nullable(),
  responsible: z.string().nullable(),
  phone: z.string().nullable(),
  address: Address.nullable(),
  type: z.int(),
  enterprise_id: z.int(),
  email_verified: z.boolean(),
  blocked_at: Instant.nullable(),
  blocked_reason: z.string().nullable(),
  events: z.array(z.object({ id: z.int(), title: z.string() })),
})
export type Producer = z.infer<typeof Producer>

const VIEW = { access: { ...ORGANIZER, permission: 'view-realizadores' }, tag: 'Realizadores' } as const

export const listProducers = defineRoute({
  ...VIEW,
  method: 'GET',
  path: '/organizer/producers',
  summary: 'Os meus realizadores',
  data: z.array(Producer),
})
/** `data` is an array with one element. */
export const getProducer = defineRoute({
  ...VIEW,
  method: 'GET',
  path: '/organizer/producers/:id',
  summary: 'Um realizador',
  params: IdParams,
  data: z.array(Producer),
})
export const registerProducer = defineRoute({
  method: 'POST',
  path: '/organizer/producers/register',
  access: { ...ORGANIZER, permission: 'create-realizador' },
  tag: 'Realizadores',
  status: 201,
  summary: 'Cadastra um realizador',
  body: NewProducerInput,
  data: z.object({ id: z.int() }),
})

const EDIT = { access: { ...ORGANIZER, permission: 'edit-realizador' }, tag: 'Realizadores' } as const

export const updateProducer = defineRoute({
  ...EDIT,
  method: 'PUT',
  path: '/organizer/producers/:id',
  summary: 'Salva um realizador',
  params: IdParams,
  body: ProducerInput,
  data: z.object({ id: z.int() }),
})
export const addProducerToEvent = defineRoute({
  ...EDIT,
  method: 'POST',
  path: '/organizer/producers/add-event',
  summary: 'Relaciona um realizador a um evento',
  body: z.object({ organizer_id: Id, event_id: Id }),
})
export const listEventProducers = defineRoute({
  ...VIEW,
  method: 'GET',
  path: '/organizer/producers/event/:eventId',
  summary: 'Os realizadores de um evento',
  params: z.object({ eventId: Id }),
  data: z.array(Producer),
  extra: z.object({ event: z.object({ id: z.int(), title: z.string() }) }),
})
export const removeProducerFromEvent = defineRoute({
  ...EDIT,
  method: 'DELETE',
  path: '/organizer/producers/:id/events/:eventId',
  summary: 'Desfaz a relação de um realizador com um evento',
  params: z.object({ id: Id, eventId: Id }),
})

/** For the realizador's own organizer and Admin; the server's policy rejects other organizers. */
export const OWNER = {
  access: { roles: ['Organizador', 'Admin'], permission: 'edit-realizador' },
  tag: 'Realizadores',
} as const

export const listProducerSessions = defineRoute({
  ...OWNER,
  method: 'GET',
  path: '/organizer/producers/:id/sessions',
  summary: 'As sessões abertas de um realizador do próprio organizador',
  params: IdParams,
  data: z.array(Session),
})
export const endProducerSessions = defineRoute({
  ...OWNER,
  method: 'DELETE',
  path: '/organizer/producers/:id/sessions',
  summary: 'Encerra todas as sessões de um realizador do próprio organizador',
  params: IdParams,
})
export const endProducerSession = defineRoute({
  ...OWNER,
  method: 'DELETE',
  path: '/organizer/producers/:id/sessions/:sessionId',
  summary: 'Encerra uma sessão de um realizador do próprio organizador',
  params: z.object({ id: Id, sessionId: Id }),
})

export const PermissionRow = z.object({ id: z.int(), name: z.string(), description: z.string().nullable() })
export type PermissionRow = z.infer<typeof PermissionRow>
const Permissions = z.object({ permissions: z.array(PermissionRow) })

export const listPermissions = defineRoute({
  method: 'GET',
  path: '/organizer/listPermissions',
  access: ORGANIZER,
  tag: 'Permissões',
  summary: 'O catálogo de permissões',
  data: Permissions,
  extra: Permissions,
})
const ProducerPermissions = Permissions.extend({
  organizer: z.object({ id: z.int(), fantasy_name: z.string() }),
})
export const listProducerPermissions = defineRoute({
  method: 'GET',
  path: '/organizer/producers/:id/permissions',
  access: { ...ORGANIZER, permission: 'view-realizadores' },
  tag: 'Permissões',
  summary: 'As permissões de um realizador',
  params: IdParams,
  data: ProducerPermissions,
  extra: ProducerPermissions,
})
export const addProducerPermissions = defineRoute({
  method: 'POST',
  path: '/organizer/producers/:id/permissions',
  access: { ...ORGANIZER, permission: 'edit-realizador' },
  tag: 'Permissões',
  summary: 'Concede permissões',
  params: IdParams,
  body: z.object({ permissions: z.array(Id).min(1, 'O campo é obrigatório').max(100) }),
  data: Permissions,
})
export const removeProducerPermission = defineRoute({
  method: 'DELETE',
  path: '/organizer/producers/:id/permissions/:permission',
  access: { ...ORGANIZER, permission: 'edit-realizador' },
  tag: 'Permissões',
  summary: 'Retira uma permissão',
  /** The id or the name of the permission. */
  params: z.object({ id: Id, permission: z.string().min(1).max(60) }),
})

export const Fees = z.object({
  min_fee_free: z.string().nullable(),
  setup_fee: z.string().nullable(),
  min_fee_paid: z.string().nullable(),
  max_fee_percentage: z.string().nullable(),
})
/** `bounds` are the enterprise's; null for callers who set them and when there are none. */
const BoundedFees = Fees.extend({ bounds: Fees.nullable() })
export const FeesInput = z.object({
  min_fee_free: MoneyInput,
  setup_fee: MoneyInput,
  min_fee_paid: MoneyInput,
  /** Percent with up to two decimals, 0 to 100; yields basis points. */
  max_fee_percentage: MoneyInput.refine((basisPoints) => basisPoints <= 10_000, {
    error: 'O campo precisa ser de 0 a 100',
  }),
})
export const getFees = defineRoute({
  method: 'GET',
  path: '/enterprise/fees',
  access: { ...ORGANIZER, permission: 'view-fees' },
  tag: 'Taxas',
  summary: 'A configuração de taxas do organizador; para Empresa e Admin, a da empresa',
  data: BoundedFees,
  extra: Fees,
})
export const saveFees = defineRoute({
  method: 'POST',
  path: '/enterprise/fees',
  access: { ...ORGANIZER, permission: 'edit-fees' },
  tag: 'Taxas',
  summary:
    'Salva a configuração de taxas do organizador, dentro dos limites da empresa; para Empresa e Admin, a da empresa',
  body: FeesInput,
  data: BoundedFees,
  extra: Fees,
})
