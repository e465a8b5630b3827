import type { OrganizerEvent } from '#contract/organizer-event.ts'

const off = {
  description: null,
  product_image: null,
  shirt_sizes: [],
  held: 0,
  amount: null,
  quantity: null,
  status: 1,
}
const fee = { type_fee: 0, calculated: { is_fee_charged_to_participant: true, service_fee: '7.50' } }
const coupon = {
  type: 0,
  status: 1,
  start_date: null,
  end_date: null,
  quantity: null,
  held: 0,
  product_id: null,
}
const category = { description: null, price: null, vacancy_limit: null, held: 0, route: null }
const modality = { course: null, description: null, price: null, vacancy_limit: null, held: 0, status: 1 }

/** A complete stored event: two modalities, two kits, sizes, a coupon, a term, a question, all payment methods. */
export const EVENT: OrganizerEvent = {
  id: 7,
  slug: 'corrida-da-ilha',
  title: 'Corrida da Ilha',
  description: 'Uma volta na ilha.',
  rules: null,
  start_date: '01/02/2031',
  end_date: '20/02/2031',
  date_event: '01/03/2031',
  kit_delivery_date: null,
  start_time: '07:00',
  vacancy_limit: null,
  held: 0,
  state: 'SP',
  city: 'São Paulo',
  country: 'Brasil',
  contact_email: 'contato@exemplo.test',
  cover_image: 'events/a.jpg',
  event_image: 'events/a.jpg',
  regulation: null,
  route: null,
  url_disclosure: null,
  url_map: null,
  type: null,
  is_public: true,
  buy_photo: false,
  is_free: false,
  accept_terms: true,
  max_unpaid_per_account: 12,
  max_installments: 1,
  min_installment: '10.00',
  installment_interest: false,
  status: 1,
  enterprise_id: 1,
  organizer_id: 1,
  setup_fee: null,
  lock_version: 5,
  modalities: [
    {
      ...modality,
      modality_id: 11,
      modality_name: '5 km',
      categories: [
        { ...category, category_id: 111, category_name: '5 km Geral' },
        { ...category, category_id: 112, category_name: '5 km 60+' },
      ],
    },
    {
      ...modality,
      modality_id: 12,
      modality_name: '10 km',
      categories: [{ ...category, category_id: 121, category_name: '10 km Geral' }],
    },
  ],
  products: [
    {
      ...off,
      ...fee,
      id: 21,
      name: 'Kit Completo',
      value: '100.00',
      quantity: 100,
      rate_organizer: '7.50',
      is_increment: true,
      category_id: 111,
      shirt_sizes: [
        { id: 211, size: 'P', quantity: 50, used_count: 0, held: 0 },
        { id: 212, size: 'M', quantity: 50, used_count: 0, held: 0 },
      ],
    },
    {
      ...off,
      ...fee,
      id: 22,
      name: 'Kit 10 km',
      value: '80.00',
      rate_organizer: '7.50',
      is_increment: true,
      category_id: 121,
    },
  ],
  payment_methods: [
    { id: 31, type: 0, status: 1 },
    { id: 32, type: 1, status: 1 },
    { id: 33, type: 2, status: 1 },
  ],
  approves_cancellations: false,
  cancellation_tiers: [],
  discount_cupons: [{ ...coupon, id: 41, code: 'DEZ', value: '10.00' }],
  terms: [
    { id: 51, name: 'Uso de imagem', description: 'Autorizo o uso da minha imagem.', status: 1, version: 1 },
  ],
  questionnaires: [{ id: 61, description: 'É a sua primeira corrida?', attach_file: 0, status: 1 }],
}
