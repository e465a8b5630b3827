/**
 * An event and everything the editor saves with it, row by row as the database keeps it. Saving makes the document that
 * is wanted, compares it with the one that is stored and writes the difference; duplicating makes a second one.
 */
export interface EventDocument {
  event: EventRow
  stock_levels: LevelRow[]
  modalities: ModalityRow[]
  categories: CategoryRow[]
  kits: KitRow[]
  shirt_sizes: ShirtSizeRow[]
  coupons: CouponRow[]
  terms: TermRow[]
  questionnaires: QuestionnaireRow[]
  payment_methods: PaymentMethodRow[]
}

/** The lists of a document, named like their tables. */
export type ListName = Exclude<keyof EventDocument, 'event'>

export interface EventRow {
  id: number
  enterprise_id: number
  organizer_id: number
  slug: string
  title: string
  description: string | null
  rules: string | null
  registration_starts_on: string
  registration_ends_on: string
  event_on: string
  start_time: string
  kit_delivery_on: string | null
  city_id: number | null
  state_code: string | null
  country: string
  timezone: string
  contact_email: string | null
  cover_path: string | null
  image_path: string | null
  regulation_url: string | null
  results_url: string | null
  disclosure_url: string | null
  map_url: string | null
  type: string | null
  is_public: boolean
  buy_photo: boolean
  is_free: boolean
  accept_terms: boolean
  max_unpaid_per_account: number
  status: number
  stock_level_id: number
  version: number
  created_at: Date
  updated_at: Date
}

export interface LevelRow {
  id: number
  event_id: number
  kind: string
  /** Null is no limit. */
  capacity: number | null
  held: number
}

export interface ModalityRow {
  id: number
  event_id: number
  name: string
  description: string | null
  price_cents: number | null
  status: number
  stock_level_id: number
  position: number
}

export interface CategoryRow {
  id: number
  event_id: number
  modality_id: number
  name: string
  description: string | null
  price_cents: number | null
  route_path: string | null
  stock_level_id: number
  position: number
}

export interface KitRow {
  id: number
  event_id: number
  /** Null serves every category. */
  category_id: number | null
  name: string
  description: string | null
  value_cents: number
  fee_type: number
  fee_rate: number
  is_increment: boolean
  status: number
  image_path: string | null
  stock_level_id: number
  position: number
}

interface ShirtSizeRow {
  id: number
  kit_id: number
  name: string
  stock_level_id: number
  position: number
}

interface CouponRow {
  id: number
  event_id: number
  code: string
  type: number
  value: number
  status: number
  starts_on: string | null
  ends_on: string | null
  kit_id: number | null
  stock_level_id: number
}

export interface TermRow {
  id: number
  event_id: number
  name: string
  description: string
  status: number
  version: number
  position: number
}

interface QuestionnaireRow {
  id: number
  event_id: number
  description: string
  attach_file: number
  status: number
  position: number
}

interface PaymentMethodRow {
  id: number
  event_id: number
  type: number
  status: number
}
