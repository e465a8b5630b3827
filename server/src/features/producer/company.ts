import type { z } from 'zod'
import type { Producer, ProducerInput as ProducerSchema } from '#contract/producer.ts'
import { presentAddress } from '../account/person.ts'
import type { ProducerRow } from './queries.ts'

export type ProducerInput = z.output<typeof ProducerSchema>

/** What the form says of the company, as it is stored. */
export const companyColumns = (input: Omit<ProducerInput, 'type'>) => ({
  nickname: input.nickname,
  fantasy_name: input.fantasy_name,
  corporate_reason: input.corporate_reason,
  cnpj: input.cnpj,
  responsible: input.responsible,
  phone: input.phone,
  zip: input.address.zip,
  street: input.address.address,
  street_number: input.address.number,
  complement: input.address.complement,
  district: input.address.district,
  city: input.address.city,
  state_code: input.address.state,
})

export const presentProducer = (row: ProducerRow): Producer => ({
  id: row.id,
  nickname: row.nickname,
  email: row.email,
  cnpj: row.cnpj,
  fantasy_name: row.fantasy_name,
  corporate_reason: row.corporate_reason,
  responsible: row.responsible,
  phone: row.phone,
  address: presentAddress(row),
  type: row.type,
  enterprise_id: row.enterprise_id,
  email_verified: row.email_verified_at !== null,
  events: row.events,
})
