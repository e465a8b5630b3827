import { z } from 'zod'
import { onlyDigits } from '../documents.ts'
import { optionalText, required, Zip } from '../fields.ts'
import { defineRoute } from '../route.ts'

export const STATE_CODES = [
  'AC',
  'AL',
  'AP',
  'AM',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MT',
  'MS',
  'MG',
  'PA',
  'PB',
  'PR',
  'PE',
  'PI',
  'RJ',
  'RN',
  'RS',
  'RO',
  'RR',
  'SC',
  'SP',
  'SE',
  'TO',
] as const

export const State = z.object({ abbreviation: z.string(), name: z.string() })
export type State = z.infer<typeof State>
/** A municipality with its IBGE id. */
export const City = z.object({ id: z.int(), nome: z.string() })
export type City = z.infer<typeof City>

export const StateCode = z
  .string({ error: 'Estado inválido' })
  .toUpperCase()
  .pipe(z.enum(STATE_CODES, { error: 'Estado inválido' }))
  .meta({ example: 'SP' })

const PUBLIC = { method: 'GET', access: 'public', tag: 'Lugares' } as const

export const listStates = defineRoute({
  ...PUBLIC,
  path: '/states',
  summary: 'Os 27 estados',
  data: z.array(State),
})

export const listCities = defineRoute({
  ...PUBLIC,
  path: '/states/:uf/cities',
  summary: 'Os municípios de um estado',
  params: z.object({ uf: StateCode }),
  data: z.array(City),
})

export const PostalAddress = z.union([
  z.object({
    cep: z.string(),
    logradouro: z.string(),
    bairro: z.string(),
    localidade: z.string(),
    uf: z.string(),
    ibge: z.string(),
  }),
  z.object({ erro: z.literal(true) }),
])
export type PostalAddress = z.infer<typeof PostalAddress>

export const lookUpZip = defineRoute({
  ...PUBLIC,
  path: '/cep/:cep',
  summary: 'O endereço de um CEP; 502 quando nenhum serviço responde',
  params: z.object({
    cep: z
      .string()
      .transform(onlyDigits)
      .refine((digits) => digits.length === 8, { error: 'CEP inválido' }),
  }),
  data: PostalAddress,
})

/** `verb` completes its messages ("Endereço é obrigatório"). */
const addressInput = (verb: '' | ' é') =>
  z.object({
    zip: Zip(),
    address: required(`Endereço${verb} obrigatório`),
    number: required(`Número${verb} obrigatório`, 20),
    complement: optionalText(),
    district: required(`Bairro${verb} obrigatório`),
    city: required(`Cidade${verb} obrigatória`),
    state: required(`Estado${verb} obrigatório`, 2)
      .toUpperCase()
      .pipe(z.enum(STATE_CODES, { error: 'Estado inválido' }))
      .meta({ example: 'SP' }),
  })
export const AddressInput = addressInput('')
export const CompanyAddressInput = addressInput(' é')
export type AddressInput = z.infer<typeof AddressInput>

export const Address = z.object({
  zip: z.string(),
  address: z.string(),
  number: z.string(),
  complement: z.string().nullable(),
  district: z.string(),
  city: z.string(),
  state: z.string(),
})
export type Address = z.infer<typeof Address>
