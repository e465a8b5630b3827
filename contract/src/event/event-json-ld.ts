import { offsetDateTime, toIsoDate } from '../dates.ts'
import { toCents, toDecimal } from '../money.ts'
import { admitsAdults } from '../pricing/eligibility.ts'
import type { PublicEvent, PublicProduct } from './event.ts'
import { isSoldIn } from './kit-categories.ts'
import { placeWords } from './place-words.ts'

const SCHEMA = 'https://schema.org'

function availability(event: PublicEvent, product: PublicProduct): string {
  const closed = event.closed_reason
  if (closed === 'sold_out' || product.sold_out) return `${SCHEMA}/SoldOut`
  if (closed === 'not_yet') return `${SCHEMA}/PreOrder`
  return `${SCHEMA}/${closed ? 'Discontinued' : 'InStock'}`
}

function offerPrice(product: PublicProduct): string {
  const fee = product.calculated.is_fee_charged_to_participant ? toCents(product.calculated.service_fee) : 0
  return toDecimal((toCents(product.value) ?? 0) + (fee ?? 0))
}

/** Those that adults below 60 may have, if there are any: readers show the lowest price. */
function offered({ products, modalities }: PublicEvent): PublicProduct[] {
  const usual = products.filter((product) =>
    modalities.some((modality) =>
      modality.categories.some(
        (category) =>
          isSoldIn(product.category_ids, category.category_id) && admitsAdults([modality, category, product]),
      ),
    ),
  )
  return usual.length > 0 ? usual : products
}

/** `startDate` and the registration period as ISO 8601 with the offset of the event's time zone. */
function times(event: PublicEvent) {
  const at = (date: string | null, time: string | null) => {
    const iso = date && toIsoDate(date)
    if (!iso) return undefined
    return time ? offsetDateTime(event.timezone, iso, time) : iso
  }
  return {
    start: at(event.date_event, event.start_time),
    validFrom: at(event.start_date, '00:00'),
    validThrough: at(event.end_date, '23:59'),
  }
}

/** `url` is the canonical URL of the page. The framework's `script:ld+json` escapes the result. */
export function eventJsonLd(event: PublicEvent, url: string): Record<string, unknown> {
  const { start, validFrom, validThrough } = times(event)
  const absolute = (path: string) => new URL(path, url).href
  const pictures = [event.social_image, event.cover_picture?.src].filter((path) => path != null)
  const organizer = event.organizer[0]
  return {
    '@context': SCHEMA,
    '@type': 'SportsEvent',
    name: event.title,
    ...(event.description && { description: event.description.slice(0, 5000) }),
    url,
    sport: 'Running',
    inLanguage: 'pt-BR',
    ...(start && { startDate: start, endDate: start.slice(0, 10) }),
    eventStatus: `${SCHEMA}/${event.closed_reason === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${SCHEMA}/OfflineEventAttendanceMode`,
    ...(pictures.length > 0 && { image: pictures.map(absolute) }),
    location: {
      '@type': 'Place',
      name: event.start_place || placeWords(event) || 'Brasil',
      address: {
        '@type': 'PostalAddress',
        ...(event.city && { addressLocality: event.city }),
        ...(event.state && { addressRegion: event.state }),
        addressCountry: 'BR',
      },
    },
    ...(organizer && {
      organizer: {
        '@type': 'Organization',
        name: organizer.name_fantasy,
        ...(organizer.page && { url: absolute(`/organizacoes/${organizer.page}`) }),
      },
    }),
    offers: offered(event).map((product) => ({
      '@type': 'Offer',
      name: product.name,
      price: offerPrice(product),
      priceCurrency: 'BRL',
      availability: availability(event, product),
      url,
      ...(validFrom && { validFrom }),
      ...(validThrough && { validThrough }),
      ...(product.tier?.ends_on && { priceValidUntil: toIsoDate(product.tier.ends_on) }),
    })),
  }
}
