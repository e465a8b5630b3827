// Public events: their cards in lists and their page.

import { z } from 'zod'
import { City, StateCode } from '../city/city.ts'
import { BrazilianDate, Money, OptionalDate } from '../fields.ts'
import { AgeReference, EligibilityRule } from '../pricing/eligibility.ts'
import { defineRoute, Id, PageMeta, PageQuery } from '../route.ts'
import type { Seller } from '../seller.ts'
import { KitPickup } from './kit-pickup.ts'
import { PublicModality } from './modality.ts'
import { PublicQuestion } from './question.ts'
import { TermKind, TermVersion } from './term-kind.ts'

/** A picture in its stored sizes. `src` is the fallback, `placeholder` a tiny blurred data URL. */
export const Picture = z.object({
  src: z.string(),
  srcset_avif: z.string(),
  srcset_webp: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
})
export type Picture = z.infer<typeof Picture>

/**
 * `phone` is the number that the organizer published. Declared here and not in seller.ts, because the footer of
 * every page loads that file.
 */
export const SellerShown = z.object({
  name: z.string(),
  document: z.string(),
  address: z.string(),
}) satisfies z.ZodType<Seller>

const Organizer = z.object({ name_fantasy: z.string(), phone: z.string().nullable() })

export const CLOSED_REASONS = ['not_yet', 'ended', 'sold_out', 'inactive', 'cancelled'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

export const EventCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  date_event: BrazilianDate.nullable(),
  start_time: z.string().nullable(),
  start_date: BrazilianDate.nullable(),
  end_date: BrazilianDate.nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  status: z.union([z.literal(0), z.literal(1)]),
  closed_reason: z.enum(CLOSED_REASONS).nullable(),
  event_image: z.string().nullable(),
  picture: Picture.nullable(),
  organizer: z.array(Organizer),
  /** Names of the modalities, shown as distance chips. */
  distances: z.array(z.string()),
  /**
   * The lowest price of the kits for sale or, if none is for sale, of all kits; of those that adults below 60
   * may have, if there are any. It includes the fee if participants pay it.
   */
  price_from: Money.nullable(),
  price_varies: z.boolean(),
  /** Null unless few are left. */
  spots_left: z.int().nullable(),
  /** Kilometres to the city of a search near one. */
  distance_km: z.int().optional(),
})
export type EventCard = z.infer<typeof EventCard>

/** `quantity` is the number of spots left; null means no limit, 0 sold out. */
export const PublicShirtSize = z.object({
  id: z.int(),
  size: z.string(),
  quantity: z.int().nullable(),
  /** Measured on the shirt laid flat, as given by the organizer. */
  width_cm: z.number().nullable(),
  length_cm: z.number().nullable(),
})

/** `ends_on` is the last day at this price; both ends are null for the last tier. */
export const PublicTier = z.object({
  id: z.int(),
  name: z.string(),
  value: Money,
  ends_on: BrazilianDate.nullable(),
  /** Registrations left at this price; null: no limit. */
  remaining: z.int().nullable(),
})
export type PublicTier = z.infer<typeof PublicTier>

export const Calculated = z.object({ is_fee_charged_to_participant: z.boolean(), service_fee: Money })

export const PublicProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  description_html: z.string().nullable(),
  /** What the public pays now, in the current tier if the kit has tiers. */
  value: Money,
  /** Null for a kit without tiers. */
  tier: PublicTier.nullable(),
  /** The tier that follows; null for the last one. */
  next_tier: z.object({ id: z.int(), name: z.string(), value: Money }).nullable(),
  /** The part of `value` that pays for the shirt, for rights with the base `service`. */
  shirt_value: Money,
  type_fee: z.union([z.literal(0), z.literal(1)]),
  /** Percent when `type_fee` is 0 ("7.50"), otherwise reais. */
  rate_organizer: z.string(),
  is_increment: z.boolean(),
  /** The first of `category_ids`; null when the kit is sold in every category. */
  category_id: z.int().nullable(),
  /** The categories that share its stock; empty when it is sold in every category. */
  category_ids: z.array(z.int()),
  /** `category_ids` in words; null when the kit can be chosen with every category. */
  sold_in: z.string().nullable(),
  product_image: z.string().nullable(),
  sold_out: z.boolean(),
  /** Units of all sizes together; null unless few are left. */
  left: z.int().nullable(),
  ...EligibilityRule.shape,
  shirt_sizes: z.array(PublicShirtSize),
  calculated: Calculated,
})
export type PublicProduct = z.infer<typeof PublicProduct>

/** A discount by right. Both days of sale are included. */
export const PublicRight = z.object({
  id: z.int(),
  name: z.string(),
  ...EligibilityRule.shape,
  starts_on: BrazilianDate.nullable(),
  ends_on: BrazilianDate.nullable(),
  /** Percent, as "50.00". */
  rate: z.string(),
  base: z.enum(['kit', 'service']),
  /** The text to accept; null: it applies without a claim. An order sends its `version`. */
  declaration: z.string().nullable(),
  version: z.int(),
  /** The document to send, in words; null: none. */
  proof: z.string().nullable(),
  proof_due_on: BrazilianDate.nullable(),
  companion: z.boolean(),
  stackable: z.boolean(),
  in_person: z.boolean(),
  source_url: z.string().nullable(),
  /** Spots with this discount, and those left; null: no limit. */
  quantity: z.int().nullable(),
  remaining: z.int().nullable(),
})
export type PublicRight = z.infer<typeof PublicRight>

export const PublicEvent = EventCard.extend({
  organizer: z.array(
    Organizer.extend({
      logo: Picture.nullable(),
      /** The slug of the organizer's page; null when there is none. */
      page: z.string().nullable(),
      /** Null while the legal data is incomplete. */
      seller: SellerShown.nullable(),
    }),
  ),
  description: z.string().nullable(),
  rules: z.string().nullable(),
  /** As HTML that is safe to show (contract/src/markup.ts). */
  description_html: z.string().nullable(),
  rules_html: z.string().nullable(),
  regulation: z.string().nullable(),
  results_url: z.string().nullable(),
  url_map: z.string().nullable(),
  url_disclosure: z.string().nullable(),
  contact_email: z.string().nullable(),
  cover_image: z.string().nullable(),
  cover_picture: Picture.nullable(),
  /** The URL of a 1200×630 JPEG for link previews. */
  social_image: z.string().nullable(),
  /** Where within the city the race starts. */
  start_place: z.string().nullable(),
  kit_delivery_date: BrazilianDate.nullable(),
  /** Null when nothing is known, not even the day. */
  kit_pickup: KitPickup.nullable(),
  /** The last day on which groups are made and changed; null: the event has no groups. */
  groups_until: BrazilianDate.nullable(),
  timezone: z.string(),
  /** The day on which the ages of `min_age` and `max_age` count. */
  age_reference: AgeReference,
  /** False for an event that is reached only by its URL, which search engines are asked not to index. */
  is_public: z.boolean(),
  modalities: z.array(PublicModality),
  products: z.array(PublicProduct),
  right_rules: z.array(PublicRight),
  terms: z.array(
    z.object({ id: z.int(), name: z.string(), description: z.string(), kind: TermKind, ...TermVersion }),
  ),
  /** The questions of the registration form. */
  questionnaires: z.array(PublicQuestion),
  payment_methods: z.array(z.object({ id: z.int(), type: z.int() })),
  /** For example `em até 3x sem juros`; null when cards are not charged in installments. */
  installments: z.string().nullable(),
  /** The waiting room is open: runners take a number before registrations open. */
  has_queue: z.boolean(),
  /** What a runner who cancels gets back, in sentences. */
  cancellation_policy: z.array(z.string()),
  /** Increases with every save of the event. An order sends it back. */
  version: z.int(),
})
export type PublicEvent = z.infer<typeof PublicEvent>

export const EventListQuery = PageQuery.extend({
  title: z.string().trim().max(120).optional(),
  date_event_start: OptionalDate,
  date_event_end: OptionalDate,
  state: z.string().trim().toUpperCase().max(2).optional(),
  /** A municipality's name, or its IBGE id. */
  city: z.string().trim().max(120).optional(),
  status: z.enum(['0', '1', '']).optional(),
})

const PUBLIC = { method: 'GET', access: 'public', tag: 'Eventos' } as const

export const listEvents = defineRoute({
  ...PUBLIC,
  path: '/events',
  summary: 'Os eventos públicos',
  query: EventListQuery,
  data: z.array(EventCard),
  /** `coming`: those whose day has not passed. */
  meta: PageMeta.extend({ coming: z.int() }),
})
export const listEventCities = defineRoute({
  ...PUBLIC,
  path: '/events/cities',
  summary: 'As cidades de um estado que têm eventos públicos por vir',
  query: z.object({ state: StateCode }),
  data: z.array(City),
})

/** A municipality with races to come. */
export const RacePlace = z.object({
  name: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  count: z.int(),
})
export type RacePlace = z.infer<typeof RacePlace>

export const listRacePlaces = defineRoute({
  ...PUBLIC,
  path: '/events/places',
  summary: 'Os municípios dos eventos públicos por vir, com suas coordenadas',
  query: EventListQuery.omit({ page: true, per_page: true }),
  data: z.array(RacePlace),
})

/** What a search field offers while somebody types. */
export const Suggestions = z.object({
  races: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      date_event: BrazilianDate,
    }),
  ),
  /** `count`: how many races to come. */
  cities: z.array(z.object({ name: z.string(), state: z.string(), count: z.int() })),
  distances: z.array(z.object({ name: z.string(), count: z.int() })),
})
export type Suggestions = z.infer<typeof Suggestions>

export const listSuggestions = defineRoute({
  ...PUBLIC,
  path: '/events/suggestions',
  summary: 'Corridas por vir, suas cidades e distâncias que combinam com o começo de uma busca',
  query: z.object({ q: z.string().trim().max(120).default('') }),
  data: Suggestions,
})
export const getEventBySlug = defineRoute({
  ...PUBLIC,
  path: '/events/slug/:slug',
  summary: 'Um evento por seu endereço',
  params: z.object({ slug: z.string().min(1).max(160) }),
  data: PublicEvent,
})
/** Also returns a draft to a caller who has the secret of its preview. */
export const getEventPreview = defineRoute({
  ...PUBLIC,
  path: '/events/preview/:token',
  summary: 'A prévia de um evento, pelo segredo do seu link',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/, 'Campo não é válido') }),
  data: PublicEvent,
})
export const getEvent = defineRoute({
  ...PUBLIC,
  path: '/events/:id',
  summary: 'Um evento',
  params: z.object({ id: Id }),
  data: PublicEvent,
})
