import type { Profile } from '#contract/account/account.ts'
import type { Course } from '#contract/event/course.ts'
import type { PublicEvent, PublicProduct, PublicRight } from '#contract/event/event.ts'
import { EVERYBODY } from '#contract/pricing/eligibility.ts'

// A race with two modalities and three kits: one with sizes in a single category, one whose fee the organizer
// bears, and a free one.

const kit = (id: number, name: string, value: string, fee: string | null): PublicProduct => ({
  id,
  name,
  description: null,
  description_html: null,
  value,
  tier: null,
  next_tier: null,
  type_fee: 0,
  rate_organizer: value === '0.00' ? '0.00' : '7.50',
  is_increment: fee !== null,
  category_id: id === 101 ? 11 : null,
  category_ids: id === 101 ? [11] : [],
  sold_in: id === 101 ? '5 km · Geral' : null,
  product_image: null,
  shirt_value: '0.00',
  sold_out: false,
  ...EVERYBODY,
  shirt_sizes: [],
  calculated: { is_fee_charged_to_participant: fee !== null, service_fee: fee ?? '0.00' },
})

const category = (category_id: number, category_name: string) => ({
  category_id,
  category_name,
  description: null,
  price: null,
  price_varies: false,
  route: null,
  sold_out: false,
  ...EVERYBODY,
})

export const EVENT: PublicEvent = {
  id: 7,
  slug: 'corrida-das-serras',
  title: 'Corrida das Serras',
  date_event: '12/12/2099',
  start_time: '07:00',
  start_date: '01/01/2026',
  end_date: '01/12/2099',
  city: 'Gramado',
  state: 'RS',
  status: 1,
  closed_reason: null,
  event_image: null,
  picture: null,
  organizer: [],
  distances: ['5 km', '10 km'],
  price_from: '100.00',
  price_varies: true,
  spots_left: null,
  description: null,
  rules: null,
  description_html: null,
  rules_html: null,
  regulation: null,
  results_url: null,
  url_map: null,
  url_disclosure: null,
  contact_email: null,
  cover_image: null,
  cover_picture: null,
  social_image: null,
  kit_delivery_date: null,
  timezone: 'America/Sao_Paulo',
  age_reference: 'race_day',
  is_public: true,
  modalities: [
    {
      modality_id: 1,
      modality_name: '5 km',
      description: null,
      sold_out: false,
      course: null,
      ...EVERYBODY,
      categories: [category(11, 'Geral'), category(12, '60+')],
    },
    {
      modality_id: 2,
      modality_name: '10 km',
      description: null,
      sold_out: false,
      course: null,
      ...EVERYBODY,
      categories: [category(21, 'Geral')],
    },
  ],
  right_rules: [],
  products: [
    {
      ...kit(101, 'Kit Completo', '100.00', '7.50'),
      shirt_sizes: [
        { id: 1001, size: 'M', quantity: null, width_cm: 52.5, length_cm: 71 },
        { id: 1002, size: 'G', quantity: 3, width_cm: 55, length_cm: null },
        { id: 1003, size: 'GG', quantity: 0, width_cm: null, length_cm: null },
      ],
    },
    kit(102, 'Kit Básico', '60.00', null),
    kit(103, 'Kit Gratuito', '0.00', '0.00'),
  ],
  terms: [
    {
      id: 41,
      name: 'Termo de responsabilidade',
      description: 'Declaro estar apto.',
      kind: 'contract',
      version: 3,
      sha256: 'a1b2c3d4e5f60718'.repeat(4),
    },
  ],
  questionnaires: [
    {
      id: 31,
      description: 'É a sua primeira corrida?',
      attach_file: 0,
      kind: 'yes_no',
      required: true,
      options: [],
      modality_id: null,
    },
  ],
  installments: null,
  has_queue: false,
  cancellation_policy: [],
  payment_methods: [{ id: 51, type: 0 }],
  version: 1,
}

/** Half the price for people of 60 or more, without a claim. */
export const SENIOR: PublicRight = {
  id: 71,
  name: 'Pessoa idosa (60+)',
  ...EVERYBODY,
  min_age: 60,
  starts_on: null,
  ends_on: null,
  rate: '50.00',
  base: 'kit',
  declaration: null,
  version: 1,
  proof: null,
  proof_due_on: null,
  companion: false,
  stackable: false,
  in_person: true,
  source_url: 'https://www.planalto.gov.br/ccivil_03/leis/2003/l10.741.htm',
  quantity: null,
  remaining: null,
}

/** Everything free for whoever declares a disability and proves it, and for a companion. */
export const DISABLED: PublicRight = {
  ...SENIOR,
  id: 72,
  name: 'PCD',
  min_age: null,
  rate: '100.00',
  declaration: 'Declaro que sou pessoa com deficiência.',
  proof: 'Laudo médico',
  proof_due_on: '03/01/2099',
  companion: true,
  in_person: false,
  source_url: null,
  quantity: 40,
  remaining: 37,
}

export const PROFILE: Profile = {
  id: 3,
  name: 'Bruna Costa',
  email: 'bruna@exemplo.com',
  pending_email: null,
  phone: '11999998888',
  cpf: '52998224725',
  rg: null,
  birth_date: '10/05/1992',
  sex: 1,
  emergency_contact: null,
  emergency_contact_phone: null,
  image: null,
  address: null,
}

export const COURSE: Course = {
  length_m: 5_020,
  ascent_m: 46,
  lat: -27.6,
  lon: -48.5,
  gpx: 'routes/percurso.gpx',
  drawing: 'routes/percurso-mapa.svg',
}
