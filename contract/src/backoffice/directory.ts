import { z } from 'zod'
import { STATE_CODES } from '../city/city.ts'
import { BrazilianDate, Instant, orAbsent } from '../fields.ts'
import { CityId, defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import { PersonRegistration } from './accounts.ts'
import { LimitedMeta, SearchBody, SearchText } from './lists.ts'

const COMPANY = { access: { roles: ['Admin', 'Empresa'] }, tag: 'Empresa' } as const

export const PersonRow = z.object({
  /** The id of the person's latest registration, because URLs must not contain a CPF. */
  id: z.int(),
  name: z.string(),
  masked_cpf: z.string(),
  phone: z.string(),
  registrations: z.int(),
  last_event: z.string(),
  last_registered_at: Instant,
})
export type PersonRow = z.infer<typeof PersonRow>

export const searchPeople = defineRoute({
  method: 'POST',
  path: '/enterprise/people/search',
  ...COMPANY,
  summary: 'As pessoas dos eventos da empresa, por nome, e-mail ou CPF',
  body: SearchBody,
  data: z.array(PersonRow),
  meta: LimitedMeta,
})

export const PersonDetail = z.object({
  id: z.int(),
  name: z.string(),
  cpf: z.string(),
  phone: z.string(),
  birth_date: BrazilianDate,
  sex: z.int(),
  /** The e-mail of the account that registered the person. */
  email: z.string(),
  registrations: z.array(PersonRegistration),
})
export type PersonDetail = z.infer<typeof PersonDetail>

export const getPerson = defineRoute({
  method: 'GET',
  path: '/enterprise/people/:id',
  ...COMPANY,
  summary: 'Uma pessoa e as suas inscrições nos eventos da empresa',
  params: IdParams,
  data: PersonDetail,
})

export const CityRow = z.object({
  id: z.int(),
  name: z.string(),
  state: z.string(),
  events: z.int(),
  open_events: z.int(),
  /** Pending and confirmed. */
  registrations: z.int(),
  next_event_on: BrazilianDate.nullable(),
})
export type CityRow = z.infer<typeof CityRow>

export const listEnterpriseCities = defineRoute({
  method: 'GET',
  path: '/enterprise/cities',
  ...COMPANY,
  summary: 'As cidades com eventos da empresa, e quantas inscrições cada uma tem',
  query: PageQuery.extend({
    search: SearchText,
    state: orAbsent(z.enum(STATE_CODES)),
  }),
  data: z.array(CityRow),
  meta: PageMeta,
})

export const CityDetail = CityRow.extend({
  list: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      slug: z.string(),
      date_event: BrazilianDate,
      organizer: z.string(),
      status: z.int(),
      held: z.int(),
      capacity: z.int().nullable(),
    }),
  ),
})
export type CityDetail = z.infer<typeof CityDetail>

export const getEnterpriseCity = defineRoute({
  method: 'GET',
  path: '/enterprise/cities/:id',
  ...COMPANY,
  summary: 'Uma cidade e os eventos da empresa nela',
  params: z.object({ id: CityId }),
  data: CityDetail,
})
