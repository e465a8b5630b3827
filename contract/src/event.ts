import { z } from 'zod'
import { City, StateCode } from './city.ts'
import { Course } from './course.ts'
import { BrazilianDate, Money, OptionalDate, QuestionKind } from './fields.ts'
import { defineRoute, Id, PageMeta, PageQuery } from './route.ts'

/** A picture in the sizes it is stored in; `src` is the fallback, `placeholder` a tiny blurred data URL. */
export const Picture = z.object({
  src: z.string(),
  srcset_avif: z.string(),
  srcset_webp: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
})
export type Picture = z.infer<typeof Picture>

/** The phone is the one that the organizer published. */
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
  /** 1 while registrations are open, else 0. */
  status: z.union([z.literal(0), z.literal(1)]),
  /** Why registrations are closed. */
  closed_reason: z.enum(CLOSED_REASONS).nullable(),
  event_image: z.string().nullable(),
  picture: Picture.nullable(),
  organizer: z.array(Organizer),
  /** Names of the modalities, as distance chips. */
  distances: z.array(z.string()),
  /** The cheapest kit still for sale (of all when none is), service fee included when the participant pays it. */
  price_from: Money.nullable(),
  /** Whether another kit costs more. */
  price_varies: z.boolean(),
  /** Null unless few are left. */
  spots_left: z.int().nullable(),
})
export type EventCard = z.infer<typeof EventCard>

export const PublicCategory = z.object({
  category_id: z.int(),
  category_name: z.string(),
  description: z.string().nullable(),
  /** Like the event's `price_from`, of the kits that are sold to it. */
  price: Money.nullable(),
  price_varies: z.boolean(),
  route: z.string().nullable(),
  sold_out: z.boolean(),
})

export const PublicModality = z.object({
  modality_id: z.int(),
  modality_name: z.string(),
  description: z.string().nullable(),
  sold_out: z.boolean(),
  course: Course.nullable(),
  categories: z.array(PublicCategory),
})

/** `quantity` is the spots left; null is no limit, 0 is sold out. */
export const PublicShirtSize = z.object({
  id: z.int(),
  size: z.string(),
  quantity: z.int().nullable(),
  /** Of the shirt laid flat, as its organizer says. */
  width_cm: z.number().nullable(),
  length_cm: z.number().nullable(),
})

export const Calculated = z.object({ is_fee_charged_to_participant: z.boolean(), service_fee: Money })

export const PublicProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  description_html: z.string().nullable(),
  value: Money,
  type_fee: z.union([z.literal(0), z.literal(1)]),
  /** Percent when `type_fee` is 0 ("7.50"), else reais. */
  rate_organizer: z.string(),
  is_increment: z.boolean(),
  /** The first of `category_ids`; null: the kit is sold in every category. */
  category_id: z.int().nullable(),
  /** Where the kit is sold, with one stock; empty: in every category. */
  category_ids: z.array(z.int()),
  /** The same in words; null where everything can be chosen with it. */
  sold_in: z.string().nullable(),
  product_image: z.string().nullable(),
  sold_out: z.boolean(),
  shirt_sizes: z.array(PublicShirtSize),
  calculated: Calculated,
})
export type PublicProduct = z.infer<typeof PublicProduct>

export const PublicEvent = EventCard.extend({
  organizer: z.array(
    Organizer.extend({
      logo: Picture.nullable(),
      /** The slug of the organizer's page; null while it has none. */
      page: z.string().nullable(),
    }),
  ),
  description: z.string().nullable(),
  rules: z.string().nullable(),
  /** The same texts with their headings, lists and links, as HTML that is safe to show (contract/src/markup.ts). */
  description_html: z.string().nullable(),
  rules_html: z.string().nullable(),
  regulation: z.string().nullable(),
  results_url: z.string().nullable(),
  url_map: z.string().nullable(),
  url_disclosure: z.string().nullable(),
  contact_email: z.string().nullable(),
  cover_image: z.string().nullable(),
  cover_picture: Picture.nullable(),
  /** The address of a 1200×630 JPEG for link previews. */
  social_image: z.string().nullable(),
  kit_delivery_date: BrazilianDate.nullable(),
  timezone: z.string(),
  /** False: only who has the address finds it; search engines are asked to leave it out. */
  is_public: z.boolean(),
  modalities: z.array(PublicModality),
  products: z.array(PublicProduct),
  terms: z.array(z.object({ id: z.int(), name: z.string(), description: z.string() })),
  questionnaires: z.array(
    z.object({
      id: z.int(),
      description: z.string(),
      attach_file: z.union([z.literal(0), z.literal(1)]),
      kind: QuestionKind,
      required: z.boolean(),
      options: z.array(z.string()),
      /** Asked only of whoever runs this modality. */
      modality_id: z.int().nullable(),
    }),
  ),
  payment_methods: z.array(z.object({ id: z.int(), type: z.int() })),
  /** `em até 3x sem juros`; null when cards are charged at once. */
  installments: z.string().nullable(),
  /** Its organizer has opened the waiting room: before registrations open, runners take their number in it. */
  has_queue: z.boolean(),
  /** What comes back to a runner who cancels, in sentences. */
  cancellation_policy: z.array(z.string()),
  /** Changes with every save of the event; sent back when registering, so that nobody pays for an outdated offer. */
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

export const listEvents = defineRoute({
  method: 'GET',
  path: '/events',
  access: 'public',
  tag: 'Eventos',
  summary: 'Os eventos públicos',
  query: EventListQuery,
  data: z.array(EventCard),
  meta: PageMeta,
})
export const listEventCities = defineRoute({
  method: 'GET',
  path: '/events/cities',
  access: 'public',
  tag: 'Eventos',
  summary: 'As cidades de um estado que têm eventos públicos por vir',
  query: z.object({ state: StateCode }),
  data: z.array(City),
})
/** Enough of a race to lead to it. */
export const NextRace = z.object({
  slug: z.string(),
  title: z.string(),
  city: z.string().nullable(),
  state: z.string(),
  date_event: BrazilianDate,
})
export type NextRace = z.infer<typeof NextRace>

export const listNextEvents = defineRoute({
  method: 'GET',
  path: '/events/next',
  access: 'public',
  tag: 'Eventos',
  summary: 'O próximo evento público com inscrições abertas de cada estado que tem um, por data',
  data: z.array(NextRace),
})
export const getEventBySlug = defineRoute({
  method: 'GET',
  path: '/events/slug/:slug',
  access: 'public',
  tag: 'Eventos',
  summary: 'Um evento por seu endereço',
  params: z.object({ slug: z.string().min(1).max(160) }),
  data: PublicEvent,
})
/** Also of a draft, for whoever has the secret of its preview. */
export const getEventPreview = defineRoute({
  method: 'GET',
  path: '/events/preview/:token',
  access: 'public',
  tag: 'Eventos',
  summary: 'A prévia de um evento, pelo segredo do seu link',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/, 'Campo não é válido') }),
  data: PublicEvent,
})
export const getEvent = defineRoute({
  method: 'GET',
  path: '/events/:id',
  access: 'public',
  tag: 'Eventos',
  summary: 'Um evento',
  params: z.object({ id: Id }),
  data: PublicEvent,
})
