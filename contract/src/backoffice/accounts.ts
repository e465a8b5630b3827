import { z } from 'zod'
import { OwnerProof } from '../account/second-factor.ts'
import { Block, Reason } from '../block.ts'
import { Address } from '../city/city.ts'
import { BrazilianDate, Cpf, emptyAsNull, Instant } from '../fields.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { LimitedMeta, SearchBody } from './lists.ts'

const ADMIN = { access: { roles: ['Admin'] }, tag: 'Administração' } as const

export const ACCOUNT_STATES = ['verified', 'unverified', 'blocked'] as const

export const AccountRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Only the middle six digits, enough to tell people apart. */
  masked_cpf: z.string().nullable(),
  phone: z.string().nullable(),
  email_verified: z.boolean(),
  blocked_at: Instant.nullable(),
  created_at: Instant,
})
export type AccountRow = z.infer<typeof AccountRow>

export const searchAccounts = defineRoute({
  method: 'POST',
  path: '/admin/participants/search',
  ...ADMIN,
  summary: 'Busca participantes por nome, e-mail ou CPF',
  body: SearchBody.extend({ state: z.enum(ACCOUNT_STATES).optional() }),
  data: z.array(AccountRow),
  meta: LimitedMeta,
})

export const PersonRegistration = z.object({
  id: z.int(),
  event: z.object({ id: z.int(), title: z.string(), date_event: BrazilianDate }),
  name: z.string(),
  category: z.string(),
  status_code: z.int(),
  created_at: Instant,
})
export type PersonRegistration = z.infer<typeof PersonRegistration>

export const AccountDetail = AccountRow.omit({ masked_cpf: true }).extend({
  blocked_reason: z.string().nullable(),
  cpf: z.string().nullable(),
  birth_date: BrazilianDate.nullable(),
  sex: z.int().nullable(),
  emergency_contact: z.string().nullable(),
  emergency_contact_phone: z.string().nullable(),
  address: Address.nullable(),
  open_sessions: z.int(),
  last_seen_at: Instant.nullable(),
  has_second_factor: z.boolean(),
  /** Null when the person was never asked. */
  receives_promotions: z.boolean().nullable(),
  receives_event_updates: z.boolean().nullable(),
  /** At most 100, latest first. */
  registrations: z.array(PersonRegistration),
  /** Other accounts with the same name and date of birth. */
  similar_accounts: z.array(AccountRow),
})
export type AccountDetail = z.infer<typeof AccountDetail>

export const getAccount = defineRoute({
  method: 'GET',
  path: '/admin/participants/:id',
  ...ADMIN,
  summary: 'Um participante',
  params: IdParams,
  data: AccountDetail,
})
export const verifyAccountEmail = defineRoute({
  method: 'POST',
  path: '/admin/participants/:id/verify-email',
  ...ADMIN,
  summary: 'Dá o e-mail de um participante por verificado',
  params: IdParams,
})
export const blockAccount = defineRoute({
  method: 'PATCH',
  path: '/admin/participants/:id/block',
  ...ADMIN,
  summary: 'Bloqueia ou desbloqueia um participante',
  params: IdParams,
  body: Block,
  data: z.object({ blocked_at: Instant.nullable() }),
})
export const resetAccountAccess = defineRoute({
  method: 'POST',
  path: '/admin/participants/:id/reset-access',
  ...ADMIN,
  summary: 'Envia ao participante um link para criar uma senha nova',
  params: IdParams,
})

export const CpfChange = z.object({
  /** Null: the account loses its CPF, and its owner can register. */
  cpf: emptyAsNull(Cpf()),
  reason: Reason,
  document_checked: z
    .boolean()
    .refine((checked) => checked, 'Confira antes um documento com foto de quem pede'),
})
export type CpfChange = z.output<typeof CpfChange>

export const changeCpf = defineRoute({
  method: 'PUT',
  path: '/admin/participants/:id/cpf',
  ...ADMIN,
  summary: 'Dá um CPF à conta de quem provou que ele é seu, e o tira da conta que o tinha',
  params: IdParams,
  body: CpfChange,
})

export const removeAccount = defineRoute({
  method: 'DELETE',
  path: '/admin/participants/:id',
  ...ADMIN,
  summary:
    'Remove os dados de um participante da conta e das inscrições; 409 com corrida por vir ou dinheiro a devolver',
  params: IdParams,
  body: z.object({ reason: Reason }),
})

export const RemovalPreview = z.object({
  account: AccountRow.nullable(),
  /** At most 100, latest first. */
  registrations: z.array(PersonRegistration),
})
export type RemovalPreview = z.infer<typeof RemovalPreview>

export const previewRemoval = defineRoute({
  method: 'POST',
  path: '/admin/people/removal-preview',
  ...ADMIN,
  summary: 'A conta e as inscrições que têm os dados de uma pessoa',
  body: z.object({ cpf: Cpf() }),
  data: RemovalPreview,
})

/** For a person with or without an account. */
export const removePerson = defineRoute({
  method: 'POST',
  path: '/admin/people/removal',
  ...ADMIN,
  summary:
    'Remove os dados de quem tem um CPF, com ou sem conta (LGPD, art. 18); 409 com corrida por vir ou dinheiro a devolver',
  body: z.object({ cpf: Cpf(), reason: Reason }),
  data: z.object({ account: z.boolean(), registrations: z.int() }),
})

/** For any account, organizers and other administrators included. */
export const resetSecondFactor = defineRoute({
  method: 'DELETE',
  path: '/admin/accounts/:id/second-factor',
  ...ADMIN,
  summary:
    'Remove a verificação em duas etapas de uma conta, com o motivo, encerra as sessões e avisa por e-mail; pede a senha e, de quem tem a verificação em duas etapas, um código',
  params: IdParams,
  body: OwnerProof.extend({ reason: Reason }),
})

const Merge = z.object({ duplicate_id: Id })

export const MergePreview = z.object({
  kept: AccountRow,
  duplicate: AccountRow,
  orders: z.int(),
  registrations: z.array(PersonRegistration),
  consents: z.int(),
  /** Labels of the fields that the remaining account takes over from the duplicate. */
  fills: z.array(z.string()),
  ended_sessions: z.int(),
  /** One of the two registrations must be cancelled before the merge. */
  conflicts: z.array(
    z.object({ event: z.string(), kept_registration: z.int(), duplicate_registration: z.int() }),
  ),
})
export type MergePreview = z.infer<typeof MergePreview>

export const previewMerge = defineRoute({
  method: 'POST',
  path: '/admin/participants/:id/merge-preview',
  ...ADMIN,
  summary: 'O que aconteceria ao unificar duas contas da mesma pessoa',
  params: IdParams,
  body: Merge,
  data: MergePreview,
})
export const mergeAccounts = defineRoute({
  method: 'POST',
  path: '/admin/participants/:id/merge',
  ...ADMIN,
  summary: 'Unifica duas contas da mesma pessoa; 409 quando as duas têm inscrição ativa no mesmo evento',
  params: IdParams,
  body: Merge,
  data: z.object({ id: z.int() }),
})
