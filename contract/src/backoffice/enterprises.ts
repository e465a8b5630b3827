import { z } from 'zod'
import { Cnpj, CurrentPassword, Instant, Name } from '../fields.ts'
import { Fees, FeesInput } from '../producer/producer.ts'
import { defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import { SearchText } from './lists.ts'

const ADMIN = { access: { roles: ['Admin'] }, tag: 'Administração' } as const

export const Enterprise = z.object({
  id: z.int(),
  name: z.string(),
  cnpj: z.string().nullable(),
  organizers: z.int(),
  events: z.int(),
  created_at: Instant,
})
export type Enterprise = z.infer<typeof Enterprise>

export const EnterpriseInput = z.object({
  name: Name('Nome obrigatório', 160),
  cnpj: Cnpj(),
})
/** A changed CNPJ, which decides which company is paid, requires the password. */
export const EnterpriseChange = EnterpriseInput.extend({ current_password: CurrentPassword })

export const listEnterprises = defineRoute({
  method: 'GET',
  path: '/admin/enterprises',
  ...ADMIN,
  summary: 'As empresas',
  query: PageQuery.extend({ search: SearchText }),
  data: z.array(Enterprise),
  meta: PageMeta,
})
export const getEnterprise = defineRoute({
  method: 'GET',
  path: '/admin/enterprises/:id',
  ...ADMIN,
  summary: 'Uma empresa',
  params: IdParams,
  data: Enterprise,
})
export const createEnterprise = defineRoute({
  method: 'POST',
  path: '/admin/enterprises',
  ...ADMIN,
  status: 201,
  summary: 'Cadastra uma empresa',
  body: EnterpriseInput,
  data: z.object({ id: z.int() }),
})
export const updateEnterprise = defineRoute({
  method: 'PUT',
  path: '/admin/enterprises/:id',
  ...ADMIN,
  summary: 'Salva uma empresa',
  params: IdParams,
  body: EnterpriseChange,
  data: z.object({ id: z.int() }),
})

export const deleteEnterprise = defineRoute({
  method: 'DELETE',
  path: '/admin/enterprises/:id',
  ...ADMIN,
  summary: 'Apaga uma empresa cadastrada por engano; 409 quando ela tem histórico',
  params: IdParams,
})

export const getEnterpriseFees = defineRoute({
  method: 'GET',
  path: '/admin/enterprises/:id/fees',
  ...ADMIN,
  summary: 'As taxas de uma empresa, limites das dos seus organizadores',
  params: IdParams,
  data: Fees,
})
export const saveEnterpriseFees = defineRoute({
  method: 'PUT',
  path: '/admin/enterprises/:id/fees',
  ...ADMIN,
  summary: 'Salva as taxas de uma empresa',
  params: IdParams,
  body: FeesInput,
  data: Fees,
})
