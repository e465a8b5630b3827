import { DEFAULT_MAX_UNPAID } from '#contract/organizer-event.ts'
import type {
  CategoryForm,
  CouponForm,
  EventForm,
  ModalityForm,
  ProductForm,
  QuestionnaireForm,
  ShirtSizeForm,
  TermForm,
} from './event-form.ts'

// Begins at the time, so that ids of a recovered draft are never given again.
let last = -Date.now()

/** An id for what is not saved yet; other parts of the form may point at it. */
const temporaryId = () => --last

/** Pix, Boleto, Cartão de Crédito, in this order. */
export const PAYMENT_TYPES = [0, 1, 2] as const

export const blankEvent = (): EventForm => ({
  lock_version: null,
  organizer_id: null,
  title: '',
  description: '',
  rules: '',
  start_date: '',
  end_date: '',
  date_event: '',
  kit_delivery_date: '',
  start_time: '',
  vacancy_limit: '',
  held: 0,
  state: '',
  city: '',
  country: 'Brasil',
  contact_email: '',
  cover_image: '',
  event_image: '',
  regulation: '',
  route: '',
  url_disclosure: '',
  url_map: '',
  type: '',
  is_public: true,
  buy_photo: false,
  is_free: false,
  accept_terms: true,
  max_unpaid_per_account: String(DEFAULT_MAX_UNPAID),
  modalities: [],
  products: [],
  payment_methods: PAYMENT_TYPES.map((type) => ({ id: null, type, status: 0 })),
  discount_cupons: [],
  terms: [],
  questionnaires: [],
})

export const blankModality = (): ModalityForm => ({
  modality_id: temporaryId(),
  modality_name: '',
  description: '',
  price: '',
  vacancy_limit: '',
  held: 0,
  status: 1,
  categories: [],
})

export const blankCategory = (): CategoryForm => ({
  category_id: temporaryId(),
  category_name: '',
  description: '',
  price: '',
  vacancy_limit: '',
  held: 0,
  route: '',
})

export const blankProduct = (categoryId: string): ProductForm => ({
  id: temporaryId(),
  name: '',
  description: '',
  value: '',
  quantity: '',
  held: 0,
  status: 1,
  type_fee: '0',
  rate_organizer: '0.00',
  is_increment: true,
  category_id: categoryId,
  product_image: '',
  shirt_sizes: [],
})

export const blankSize = (size = ''): ShirtSizeForm => ({ id: temporaryId(), size, quantity: '', held: 0 })

export const blankCoupon = (): CouponForm => ({
  id: temporaryId(),
  code: '',
  type: '0',
  value: '',
  status: 1,
  start_date: '',
  end_date: '',
  quantity: '',
  held: 0,
  product_id: '',
})

export const blankTerm = (): TermForm => ({ id: temporaryId(), name: '', description: '', status: 1 })

export const blankQuestion = (): QuestionnaireForm => ({
  id: temporaryId(),
  description: '',
  attach_file: false,
  status: 1,
})
