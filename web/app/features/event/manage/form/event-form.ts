/** What the editor holds while it is typed: texts as they stand in their fields, money in its wire form, days `yyyy-mm-dd`. */
export interface EventForm {
  /** The version the form began with; null while the event is new. */
  lock_version: number | null
  /** Whose it will be; null when that is not to be chosen. */
  organizer_id: string | null
  title: string
  description: string
  rules: string
  start_date: string
  end_date: string
  date_event: string
  kit_delivery_date: string
  start_time: string
  vacancy_limit: string
  held: number
  state: string
  city: string
  country: string
  contact_email: string
  cover_image: string
  event_image: string
  regulation: string
  route: string
  url_disclosure: string
  url_map: string
  type: string
  is_public: boolean
  buy_photo: boolean
  is_free: boolean
  accept_terms: boolean
  max_unpaid_per_account: string
  modalities: ModalityForm[]
  products: ProductForm[]
  payment_methods: PaymentMethodForm[]
  discount_cupons: CouponForm[]
  terms: TermForm[]
  questionnaires: QuestionnaireForm[]
}

export interface ModalityForm {
  modality_id: number
  modality_name: string
  description: string
  price: string
  vacancy_limit: string
  held: number
  status: number
  categories: CategoryForm[]
}

export interface CategoryForm {
  category_id: number
  category_name: string
  description: string
  price: string
  vacancy_limit: string
  held: number
  route: string
}

export interface ProductForm {
  id: number
  name: string
  description: string
  value: string
  quantity: string
  held: number
  status: number
  /** As the select that holds it: '0' percent, '1' reais. */
  type_fee: string
  rate_organizer: string
  is_increment: boolean
  /** A category's id as text; empty serves all of them. */
  category_id: string
  product_image: string
  shirt_sizes: ShirtSizeForm[]
}

export interface ShirtSizeForm {
  id: number
  size: string
  quantity: string
  held: number
}

export interface PaymentMethodForm {
  id: number | null
  type: number
  status: number
}

export interface CouponForm {
  id: number
  code: string
  /** '0' percent, '1' reais. */
  type: string
  value: string
  status: number
  start_date: string
  end_date: string
  quantity: string
  held: number
  /** A product's id as text; empty serves all of them. */
  product_id: string
}

export interface TermForm {
  id: number
  name: string
  description: string
  status: number
}

export interface QuestionnaireForm {
  id: number
  description: string
  attach_file: boolean
  status: number
}

/** Stored items have ids above zero, new ones temporary ids below it. */
export const isNew = (id: number): boolean => id < 0
