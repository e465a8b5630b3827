import { z } from 'zod'
import { formatCnpj, formatPhone, formatZip } from '#contract/documents.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { NewProducerInput, type Producer, ProducerInput } from '#contract/producer/producer.ts'

/** The server derives the organizer from the creator of the realizador. */
export const NewProducerForm = NewProducerInput.omit({ organizer_id: true })
/** The password of an existing account stays empty. It exists because both forms share their shape. */
export const ProducerForm = ProducerInput.extend({ password: z.string() })

export type ProducerValues = z.input<typeof NewProducerForm>
export type SentProducer = z.output<typeof NewProducerForm>

/** Labels of the fields that the server may refuse, in the order of the form. */
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
    type: ORGANIZER_TYPE.producer,
    enterprise_id: 1,
  }
}
