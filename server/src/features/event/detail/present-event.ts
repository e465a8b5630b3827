import { type IsoDate, NO_TIME, toBrazilianDate, toBrazilianDateOrNull } from '#contract/dates.ts'
import type { EventCard, PublicEvent } from '#contract/event/event.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import { legNames, relayWords } from '#contract/event/relay.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { type AgeReference, admitsAdults } from '#contract/pricing/eligibility.ts'
import { installmentOffer } from '#contract/pricing/installments.ts'
import { kitTotal } from '#contract/pricing/kit-total.ts'
import { cancellationSentences } from '#contract/registration/cancellation-sentences.ts'
import type { Config } from '#server/config.ts'
import { withdrawalRule } from '#server/features/fees/refund-settings/queries.ts'
import { pictureOf, socialImageOf } from '#server/lib/images.ts'
import { isCategorySoldOut, isFull, isKitSoldOut, type KitStock, spotsLeft } from '../domain/availability.ts'
import { timelyTypes } from '../domain/boleto.ts'
import { effectiveStatus } from '../domain/effective-status.ts'
import { currentPrice } from '../domain/kit-price.ts'
import { healthDeletionDay, presentQuestion } from '../domain/question.ts'
import { sellerOf } from '../domain/seller.ts'
import { organizerSlug } from '../domain/slug.ts'
import { presentPickup } from '../kit-pickup.ts'
import { installmentRules } from '../queries.ts'
import { presentCourse } from '../uploads/upload-file.ts'
import { htmlOf, type KitRow, type ModalityRow, presentProduct, ruleOf, stockOf } from './present-product.ts'
import { presentRight } from './present-right.ts'
import type { CardRow, EventRow } from './queries.ts'

export const raceStock = (row: Pick<CardRow, 'capacity' | 'held' | 'modalities' | 'kits'>) => ({
  event: row,
  modalities: row.modalities.map((modality) => ({
    level: modality,
    categories: modality.categories.map((category) => ({ id: category.id, level: category })),
  })),
  kits: row.kits.map(stockOf),
})

/**
 * The lowest total of these kits. Sold-out kits count only when all are sold out, and among the others unusual ones
 * only when all are unusual. In SQL: `priceFrom` in list/queries.ts.
 */
function pricesOf(
  kits: readonly KitRow[],
  isUsual: (kit: KitRow) => boolean,
  today: IsoDate,
): { from: string | null; varies: boolean } {
  const forSale = kits.filter((kit) => !isKitSoldOut(stockOf(kit)))
  const sold = forSale.length > 0 ? forSale : kits
  const usual = sold.filter(isUsual)
  const prices = (usual.length > 0 ? usual : sold).map((kit) => kitTotal(currentPrice(kit, today)))
  const lowest = Math.min(...prices)
  return prices.length > 0
    ? { from: toDecimal(lowest), varies: prices.some((price) => price > lowest) }
    : { from: null, varies: false }
}

/** Whether adults below 60 may have a kit in one of these modalities. */
const isForAdults = (kit: KitRow, modalities: readonly ModalityRow[]): boolean =>
  modalities.some((modality) =>
    modality.categories.some(
      (category) => isSoldIn(kit.category_ids, category.id) && admitsAdults([modality, category, kit]),
    ),
  )

const dearest = (kits: readonly KitRow[], today: IsoDate): number =>
  Math.max(0, ...kits.map((kit) => kitTotal(currentPrice(kit, today))))

const costs = (kits: readonly KitRow[], today: IsoDate): boolean => dearest(kits, today) > 0

export function presentCard(row: CardRow): EventCard {
  const price = pricesOf(row.kits, (kit) => isForAdults(kit, row.modalities), row.today)
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    date_event: toBrazilianDateOrNull(row.event_on),
    start_time: row.start_time === NO_TIME ? null : row.start_time.slice(0, 5),
    start_date: toBrazilianDateOrNull(row.registration_starts_on),
    end_date: toBrazilianDateOrNull(row.registration_ends_on),
    city: row.city,
    state: row.state_code,
    ...effectiveStatus({
      status: row.status,
      registrationStartsOn: row.registration_starts_on,
      registrationEndsOn: row.registration_ends_on,
      eventOn: row.event_on,
      today: row.today,
      hasVacancy: row.has_vacancy,
      hasOffer: row.has_offer,
    }),
    event_image: row.image_path,
    picture: pictureOf(row.image_path, row.image_picture),
    organizer: [{ name_fantasy: row.fantasy_name, phone: row.public_phone }],
    distances: row.modalities.map((modality) => modality.name),
    price_from: price.from,
    price_varies: price.varies,
    spots_left: spotsLeft(publicStock(row)),
  }
}

/** Without the spots that are reserved for the holders of codes or rights. */
function publicStock(row: CardRow): ReturnType<typeof raceStock> {
  const { event, ...race } = raceStock(row)
  return { event: { ...event, held: event.held + row.reserved }, ...race }
}

/** `publicUrl` completes links to files stored by this installation. */
export function presentEvent(
  row: EventRow,
  { publicUrl, retention }: Pick<Config, 'publicUrl' | 'retention'>,
): PublicEvent {
  const stock = row.kits.map(stockOf)
  const types = timelyTypes(
    row.payment_methods.map(({ type }) => type),
    { today: row.today, eventOn: row.event_on },
  )
  return {
    ...presentCard(row),
    organizer: [
      {
        name_fantasy: row.fantasy_name,
        phone: row.public_phone,
        logo: pictureOf(row.logo_path, row.logo_picture),
        page: row.has_page ? organizerSlug(row.fantasy_name, row.organizer_id) : null,
        seller: sellerOf(row.seller),
      },
    ],
    description: row.description,
    rules: row.rules,
    description_html: htmlOf(row.description),
    rules_html: htmlOf(row.rules),
    regulation: row.regulation_url?.startsWith('/') ? publicUrl + row.regulation_url : row.regulation_url,
    results_url: row.results_url,
    url_map: row.map_url,
    start_place: row.start_place,
    url_disclosure: row.disclosure_url,
    contact_email: row.contact_email,
    cover_image: row.cover_path,
    cover_picture: pictureOf(row.cover_path, row.cover_picture),
    social_image: socialImageOf(row.cover_picture),
    kit_delivery_date: row.kit_delivery_on && toBrazilianDate(row.kit_delivery_on),
    kit_pickup: presentPickup(row.kit_pickup),
    groups_until: row.groups_until && toBrazilianDate(row.groups_until),
    timezone: row.timezone,
    age_reference: row.age_reference as AgeReference,
    is_public: row.is_public,
    modalities: choosable(row.modalities, row.kits).map((modality) => presentModality(modality, row, stock)),
    products: row.kits.map((kit) => presentProduct(kit, row)),
    right_rules: row.rights
      .filter(({ status, is_here }) => is_here && status === ITEM_STATUS.active)
      .map((right) => presentRight(right, row.event_on)),
    terms: row.terms,
    questionnaires: row.questionnaires
      .filter(({ asked }) => asked === 'order')
      .map((question) => presentQuestion(question, healthDeletionDay(row.event_on, retention))),
    payment_methods: row.payment_methods.filter(({ type }) => types.includes(type)),
    installments: row.payment_methods.some(({ type }) => type === PAYMENT_TYPE.card)
      ? installmentOffer(dearest(row.kits, row.today), installmentRules(row))
      : null,
    has_queue: row.has_queue,
    cancellation_policy: costs(row.kits, row.today)
      ? cancellationSentences({
          rule: withdrawalRule(row),
          tiers: row.cancellation_tiers,
          eventOn: row.event_on,
          today: row.today,
        })
      : [],
    version: row.version,
  }
}

/** Omits categories without a kit, and modalities without a remaining category. */
const choosable = (modalities: readonly ModalityRow[], kits: readonly KitRow[]): ModalityRow[] =>
  modalities.flatMap((modality) => {
    const categories = modality.categories.filter(({ id }) =>
      kits.some((kit) => isSoldIn(kit.category_ids, id)),
    )
    return categories.length > 0 ? { ...modality, categories } : []
  })

function presentModality(
  modality: ModalityRow,
  { kits, today }: Pick<EventRow, 'kits' | 'today'>,
  stock: readonly KitStock[],
): PublicEvent['modalities'][number] {
  const categories = modality.categories.map((category) => {
    const price = pricesOf(
      kits.filter((kit) => isSoldIn(kit.category_ids, category.id)),
      (kit) => admitsAdults([modality, category, kit]),
      today,
    )
    return {
      category_id: category.id,
      category_name: category.name,
      description: category.description,
      price: price.from,
      price_varies: price.varies,
      route: category.route_path,
      ...ruleOf(category),
      team_size: category.team_size,
      team_rule: category.team_rule,
      relay: relayWords(category),
      legs: legNames(category.legs),
      sold_out: isCategorySoldOut({ id: category.id, level: category }, stock),
    }
  })
  return {
    modality_id: modality.id,
    modality_name: modality.name,
    description: modality.description,
    sold_out:
      isFull(modality) || (categories.length > 0 && categories.every((category) => category.sold_out)),
    ...ruleOf(modality),
    course: presentCourse(modality.course, modality.course_path),
    categories,
  }
}
