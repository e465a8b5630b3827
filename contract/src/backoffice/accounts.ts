import { z } from 'zod'
import { Block } from '../block.ts'
import { Address } from '../city.ts'
import { BrazilianDate, Instant } from '../fields.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { LimitedMeta, SearchBody } from './lists.ts'

const ADMIN = { access: { roles: ['Admin'] }, tag: 'Administração' } as const

export const ACCOUNT_STATES = ['verified', 'unverified', 'blocked'] as const

export const AccountRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** The middle six digits, to tell people apart. */
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
  /** Null when never asked. */
  receives_promotions: z.boolean().nullable(),
  receives_event_updates: z.boolean().nullable(),
  /** At most a hundred, latest first. */
  registrations: z.array(PersonRegistration),
  /** Others of the same name and birthday. */
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

/** Only what nothing points at: an account with orders is blocked instead. */
export const removeAccount = defineRoute({
  method: 'DELETE',
  path: '/admin/participants/:id',
  ...ADMIN,
  summary: 'Apaga um participante criado por engano; 409 quando ele tem histórico',
  params: IdParams,
})

/** For any account, organizers and other administrators included. */
export const resetSecondFactor = defineRoute({
  method: 'DELETE',
  path: '/admin/accounts/:id/second-factor',
  ...ADMIN,
  summary: 'Remove a verificação em duas etapas de uma conta, encerra as sessões e avisa por e-mail',
  params: IdParams,
})

/** `duplicate_id` is merged into `:id`. */
const Merge = z.object({ duplicate_id: Id })

export const MergePreview = z.object({
  kept: AccountRow,
  duplicate: AccountRow,
  orders: z.int(),
  registrations: z.array(PersonRegistration),
  consents: z.int(),
  /** Labels of the data that the kept account takes over. */
  fills: z.array(z.string()),
  /** The duplicate's open sessions, which end. */
  ended_sessions: z.int(),
  /** Events both are registered for: one registration must be cancelled first. */
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
