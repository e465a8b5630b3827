import type { Producer } from '#contract/producer/producer.ts'

/** A realizador in the API's format, with valid documents. */
export const PRODUCER: Producer = {
  id: 7,
  user_id: null,
  nickname: null,
  email: 'teresa@exemplo.test',
  cnpj: '12ABC34501DE35',
  fantasy_name: 'Passo Firme',
  corporate_reason: 'Passo Firme Eventos Ltda.',
  responsible: 'Teresa Campos',
  phone: '11987654321',
  address: {
    zip: '01001000',
    address: 'Praça da Sé',
    number: '10',
    complement: null,
    district: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  },
  type: 1,
  enterprise_id: 1,
  email_verified: false,
  blocked_at: null,
  blocked_reason: null,
  events: [{ id: 3, title: 'Corrida da Ilha' }],
}
