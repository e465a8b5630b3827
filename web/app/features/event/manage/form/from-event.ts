import { toIsoDate } from '#contract/dates.ts'
import type { OrganizerEvent } from '#contract/organizer-event.ts'
import { PAYMENT_TYPES } from './blank.ts'
import type { EventForm } from './event-form.ts'

const day = (date: string | null) => (date && toIsoDate(date)) ?? ''
const limit = (capacity: number | null) => (capacity === null ? '' : String(capacity))
const text = (value: number | string | null) => (value === null ? '' : String(value))

/** A stored event as its editor holds it. */
export const formOf = (event: OrganizerEvent): EventForm => ({
  lock_version: event.lock_version,
  organizer_id: null,
  title: event.title,
  description: text(event.description),
  rules: text(event.rules),
  start_date: day(event.start_date),
  end_date: day(event.end_date),
  date_event: day(event.date_event),
  kit_delivery_date: day(event.kit_delivery_date),
  start_time: text(event.start_time),
  vacancy_limit: limit(event.vacancy_limit),
  held: event.held,
  state: text(event.state),
  city: text(event.city),
  country: event.country,
  contact_email: text(event.contact_email),
  cover_image: text(event.cover_image),
  event_image: text(event.event_image),
  regulation: text(event.regulation),
  route: text(event.route),
  url_disclosure: text(event.url_disclosure),
  url_map: text(event.url_map),
  type: text(event.type),
  is_public: event.is_public,
  buy_photo: event.buy_photo,
  is_free: event.is_free,
  accept_terms: event.accept_terms,
  max_unpaid_per_account: String(event.max_unpaid_per_account),
  modalities: event.modalities.map((modality) => ({
    ...modality,
    description: text(modality.description),
    price: text(modality.price),
    vacancy_limit: limit(modality.vacancy_limit),
    categories: modality.categories.map((category) => ({
      ...category,
      description: text(category.description),
      price: text(category.price),
      vacancy_limit: limit(category.vacancy_limit),
      route: text(category.route),
    })),
  })),
  products: event.products.map(({ amount: _sameAsQuantity, calculated: _live, ...product }) => ({
    ...product,
    description: text(product.description),
    quantity: limit(product.quantity),
    type_fee: String(product.type_fee),
    category_id: text(product.category_id),
    product_image: text(product.product_image),
    shirt_sizes: product.shirt_sizes.map(({ id, size, quantity, held }) => ({
      id,
      size,
      quantity: limit(quantity),
      held,
    })),
  })),
  payment_methods: PAYMENT_TYPES.map(
    (type) => event.payment_methods.find((method) => method.type === type) ?? { id: null, type, status: 0 },
  ),
  discount_cupons: event.discount_cupons.map((coupon) => ({
    ...coupon,
    type: String(coupon.type),
    start_date: day(coupon.start_date),
    end_date: day(coupon.end_date),
    quantity: limit(coupon.quantity),
    product_id: text(coupon.product_id),
  })),
  terms: event.terms.map(({ version: _counted, ...term }) => term),
  questionnaires: event.questionnaires.map((question) => ({
    ...question,
    attach_file: question.attach_file === 1,
  })),
})
