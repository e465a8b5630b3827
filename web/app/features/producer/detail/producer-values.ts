import { z } from 'zod'
import { formatCnpj, formatPhone, formatZip } from '#contract/documents.ts'
import { NewProducerInput, type Producer, ProducerInput } from '#contract/producer.ts'

/** The server knows the organizer of the person who creates a realizador. */
export const NewProducerForm = NewProducerInput.omit({ organizer_id: true })
/** An existing person's password cannot be set here: the field keeps the form's shape and stays empty. */
export const ProducerForm = ProducerInput.extend({ password: z.string() })

export type ProducerValues = z.input<typeof NewProducerForm>
export type SentProducer = z.output<typeof NewProducerForm>

/** The fields the server may report errors for, in the order of the form, with their labels. */
export const PRODUCER_LABELS = {
  fantasy_name: 'Nome fantasia',
  corporate_reason: 'Razão Social',
  cnpj: 'CNPJ',
  nickname: 'Apelido',
  responsible: 'Nome do responsável',
  phone: 'Telefone',
  email: 'Email',
  password: 'Senha',
  'address.zip': 'CEP',
  'address.address': 'Endereço',
  'address.number': 'Número',
  'address.complement': 'Complemento',
  'address.district': 'Bairro',
  'address.state': 'Estado',
  'address.city': 'Cidade',
} as const

/** A realizador as form values with formatted documents; null gives an empty form. */
export function producerValues(producer: Producer | null): ProducerValues {
  const address = producer?.address
  return {
    fantasy_name: producer?.fantasy_name ?? '',
    corporate_reason: producer?.corporate_reason ?? '',
    cnpj: formatCnpj(producer?.cnpj ?? ''),
    nickname: producer?.nickname ?? '',
    responsible: producer?.responsible ?? '',
    phone: formatPhone(producer?.phone ?? ''),
    email: producer?.email ?? '',
    password: '',
    address: {
      zip: formatZip(address?.zip ?? ''),
      address: address?.address ?? '',
      number: address?.number ?? '',
      complement: address?.complement ?? '',
      district: address?.district ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    },
    type: 1,
    enterprise_id: 1,
  }
}
