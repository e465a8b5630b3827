import { toBrazilianDate } from '#contract/dates.ts'
import { printDiscount, storedDiscount } from '#contract/discount.ts'
import { toDecimal } from '#contract/money.ts'
import type { OrganizerEvent } from '#contract/organizer-event.ts'
import { serviceFee } from '#contract/price.ts'
import { kitPrice } from '../../domain/kit-price.ts'
import type { EventDocument, KitRow, LevelRow } from '../domain/document.ts'
import { byId } from '../domain/workbench.ts'

/** What the editor shows beside the document itself. */
interface Surroundings {
  city: string | null
  /** The setup fee charged for the event, if one was. */
  setupFeeCents: number | null
}

const day = (date: string | null) => date && toBrazilianDate(date)
const money = (cents: number | null) => (cents === null ? null : toDecimal(cents))

/** An event as its organizer sees it: totals, and what is held of them. */
export function presentDocument(
  document: EventDocument,
  { city, setupFeeCents }: Surroundings,
): OrganizerEvent {
  const { event } = document
  const levels = byId(document.stock_levels)
  const limitOf = (row: { stock_level_id: number }): Pick<LevelRow, 'capacity' | 'held'> =>
    levels.get(row.stock_level_id) ?? { capacity: null, held: 0 }
  const limited = (row: { stock_level_id: number }) => {
    const { capacity, held } = limitOf(row)
    return { vacancy_limit: capacity, held }
  }
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    description: event.description,
    rules: event.rules,
    start_date: day(event.registration_starts_on),
    end_date: day(event.registration_ends_on),
    date_event: day(event.event_on),
    kit_delivery_date: day(event.kit_delivery_on),
    start_time: event.start_time.slice(0, 5),
    ...limited(event),
    state: event.state_code,
    city,
    country: event.country,
    contact_email: event.contact_email,
    cover_image: event.cover_path,
    event_image: event.image_path,
    regulation: event.regulation_url,
    route: event.results_url,
    url_disclosure: event.disclosure_url,
    url_map: event.map_url,
    type: event.type,
    is_public: event.is_public,
    buy_photo: event.buy_photo,
    is_free: event.is_free,
    accept_terms: event.accept_terms,
    max_unpaid_per_account: event.max_unpaid_per_account,
    status: event.status,
    enterprise_id: event.enterprise_id,
    organizer_id: event.organizer_id,
    setup_fee: money(setupFeeCents),
    lock_version: event.version,
    modalities: document.modalities.map((modality) => ({
      modality_id: modality.id,
      modality_name: modality.name,
      description: modality.description,
      price: money(modality.price_cents),
      ...limited(modality),
      status: modality.status,
      categories: document.categories
        .filter((category) => category.modality_id === modality.id)
        .map((category) => ({
          category_id: category.id,
          category_name: category.name,
          description: category.description,
          price: money(category.price_cents),
          ...limited(category),
          route: category.route_path,
        })),
    })),
    products: document.kits.map((kit) => {
      const { capacity, held } = limitOf(kit)
      return {
        id: kit.id,
        name: kit.name,
        description: kit.description,
        value: toDecimal(kit.value_cents),
        amount: capacity,
        quantity: capacity,
        held,
        status: kit.status,
        type_fee: kit.fee_type,
        rate_organizer: toDecimal(kit.fee_rate),
        is_increment: kit.is_increment,
        category_id: kit.category_id,
        product_image: kit.image_path,
        calculated: calculated(kit),
        shirt_sizes: document.shirt_sizes
          .filter((size) => size.kit_id === kit.id)
          .map((size) => {
            const level = limitOf(size)
            return {
              id: size.id,
              size: size.name,
              quantity: level.capacity,
              used_count: level.held,
              held: level.held,
            }
          }),
      }
    }),
    payment_methods: document.payment_methods.map(({ id, type, status }) => ({ id, type, status })),
    discount_cupons: document.coupons.map((coupon) => {
      const { capacity, held } = limitOf(coupon)
      return {
        id: coupon.id,
        code: coupon.code,
        ...printDiscount(storedDiscount(coupon)),
        status: coupon.status,
        start_date: day(coupon.starts_on),
        end_date: day(coupon.ends_on),
        quantity: capacity,
        held,
        product_id: coupon.kit_id,
      }
    }),
    terms: document.terms.map(({ id, name, description, status, version }) => ({
      id,
      name,
      description,
      status,
      version,
    })),
    questionnaires: document.questionnaires.map(({ id, description, attach_file, status }) => ({
      id,
      description,
      attach_file,
      status,
    })),
  }
}

const calculated = (kit: KitRow) => ({
  is_fee_charged_to_participant: kit.is_increment,
  service_fee: toDecimal(serviceFee(kitPrice(kit))),
})
