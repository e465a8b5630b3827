import { z } from 'zod'
import { STATE_CODES } from './city.ts'
import { DiscountFields } from './discount.ts'
import { Calculated, Picture } from './event.ts'
import {
  BrazilianDate,
  DateInput,
  Email,
  fromText,
  Instant,
  Money,
  MoneyInput,
  Name,
  OptionalDate,
  oneOf,
  optionalText,
  required,
  TimeInput,
} from './fields.ts'
import { defineRoute, Id, IdParams, MAX_ID, PageMeta, PageQuery, Version } from './route.ts'
import { VALIDATION } from './validation.ts'

const ORGANIZER = { roles: ['Organizador', 'Admin', 'Empresa'] } as const

export const OrganizerEventRow = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  date_event: BrazilianDate.nullable(),
  start_time: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  status: z.int(),
  event_image: z.string().nullable(),
  picture: Picture.nullable(),
  organizer: z.string(),
  held: z.int(),
  capacity: z.int().nullable(),
})
export type OrganizerEventRow = z.infer<typeof OrganizerEventRow>

export const listOrganizerEvents = defineRoute({
  method: 'GET',
  path: '/organizer/events',
  access: ORGANIZER,
  tag: 'Organizador',
  summary: 'Os meus eventos',
  query: PageQuery.extend({
    title: z.string().trim().max(120).optional(),
    date_event_start: OptionalDate,
    date_event_end: OptionalDate,
  }),
  data: z.array(OrganizerEventRow),
  meta: PageMeta,
})

const EventOption = z.object({ id: z.int(), title: z.string() })
export const listEventOptions = defineRoute({
  method: 'GET',
  path: '/organizer/listEvents',
  access: ORGANIZER,
  tag: 'Organizador',
  summary: 'Os meus eventos, para escolher um',
  data: z.array(EventOption),
  extra: z.object({ events: z.array(EventOption) }),
})

export const EventOwner = z.object({ id: z.int(), fantasy_name: z.string() })
export type EventOwner = z.infer<typeof EventOwner>

/** Who works for nobody names the organizer of an event they make. */
export const listEventOwners = defineRoute({
  method: 'GET',
  path: '/organizer/owners',
  access: { roles: ['Admin', 'Empresa'] },
  tag: 'Organizador',
  summary: 'Os organizadores que combinam com a busca, para escolher o de um novo evento',
  query: z.object({ search: z.string().trim().max(120).optional() }),
  data: z.array(EventOwner),
})

const Status01 = oneOf(0, 1)

const Flag = z.preprocess((value) => value === true || value === 1 || value === '1', z.boolean())
/** Absent and empty are null. */
const orNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).prefault(null)

/**
 * An item's id: absent or negative while it is new; negative ids may be pointed at from the same document. Those are the editor's, made of
 * milliseconds, and never stored: no bound but that of whole numbers.
 */
const DraftId = orNull(z.preprocess(fromText, z.int({ error: VALIDATION.invalid }).max(MAX_ID)))
/** Null is no limit, 0 is sold out. */
const Capacity = orNull(
  z.preprocess(
    fromText,
    z.int({ error: VALIDATION.integer }).min(0, VALIDATION.min(0)).max(1_000_000, VALIDATION.max(1_000_000)),
  ),
)
/** How many registrations of one account may wait for their payment in an event: a family and its friends, or a club. */
export const DEFAULT_MAX_UNPAID = 12
const MOST_UNPAID = 200
const MaxUnpaid = z.preprocess(
  fromText,
  z
    .int({ error: VALIDATION.integer })
    .min(1, VALIDATION.min(1))
    .max(MOST_UNPAID, VALIDATION.max(MOST_UNPAID)),
)
const OptionalMoney = orNull(MoneyInput)
const OptionalUrl = orNull(
  z.url({ protocol: /^https?$/, error: 'O campo precisa conter um endereço válido' }).max(500),
)
/** Also a file of this installation's own public storage, wherever it is reached. */
const OptionalDocumentUrl = z.union([
  z
    .string()
    .regex(/^\/storage\/[\w-]+(?:\/[\w-]+)*\.[a-z0-9]+$/)
    .max(500),
  OptionalUrl,
])
/** A storage path answered by the upload route, or a data URL; one of more than 10 MB answers 413. */
const FileRef = z.string({ error: 'O campo é obrigatório' }).min(1, 'O campo é obrigatório')
const OptionalFileRef = orNull(FileRef)
const OptionalDateInput = orNull(DateInput())

const ShirtSizeInput = z.object({
  id: DraftId,
  size: Name('O campo é obrigatório', 20),
  quantity: Capacity,
})
const CategoryInput = z.object({
  category_id: DraftId,
  category_name: Name('O campo é obrigatório'),
  description: optionalText(2000),
  price: OptionalMoney,
  vacancy_limit: Capacity,
  route: OptionalFileRef,
})
const ModalityInput = z.object({
  modality_id: DraftId,
  modality_name: Name('O campo é obrigatório'),
  description: optionalText(2000),
  price: OptionalMoney,
  vacancy_limit: Capacity,
  status: Status01.default(1),
  categories: z.array(CategoryInput).max(200).default([]),
})
const ProductInput = z.object({
  id: DraftId,
  name: Name('O campo é obrigatório'),
  description: optionalText(2000),
  value: MoneyInput,
  quantity: Capacity,
  status: Status01.default(1),
  type_fee: Status01.default(0),
  /** Percent or reais, by `type_fee`; two decimals either way, so it yields basis points or cents. */
  rate_organizer: MoneyInput.default(0),
  is_increment: Flag.default(true),
  category_id: DraftId,
  product_image: OptionalFileRef,
  shirt_sizes: z.array(ShirtSizeInput).max(50).default([]),
})
const PaymentMethodInput = z.object({
  id: DraftId,
  type: oneOf(0, 1, 2),
  status: Status01.default(1),
})
const CouponInput = z.object({
  id: DraftId,
  code: Name('O campo é obrigatório', 60).toUpperCase(),
  ...DiscountFields,
  status: Status01.default(1),
  start_date: OptionalDateInput,
  end_date: OptionalDateInput,
  quantity: Capacity,
  product_id: DraftId,
})
const TermInput = z.object({
  id: DraftId,
  name: Name('O campo é obrigatório', 160),
  description: required('O campo é obrigatório', 50_000),
  status: Status01.default(1),
})
const QuestionnaireInput = z.object({
  id: DraftId,
  description: required('O campo é obrigatório', 500),
  attach_file: Status01.default(0),
  status: Status01.default(1),
})

/** The lists of an event, and what one item of each is called. */
export const EVENT_LISTS = {
  modalities: 'Modalidade',
  categories: 'Categoria',
  products: 'Produto',
  shirt_sizes: 'Tamanho',
  payment_methods: 'Forma de pagamento',
  discount_cupons: 'Cupom',
  terms: 'Termo',
  questionnaires: 'Pergunta',
} as const

export const EventInput = z.object({
  title: Name('O campo é obrigatório', 160),
  description: required('O campo é obrigatório', 20_000),
  rules: optionalText(20_000),
  start_date: DateInput(),
  end_date: DateInput(),
  date_event: DateInput(),
  kit_delivery_date: OptionalDateInput,
  start_time: TimeInput(),
  vacancy_limit: Capacity,
  state: required('O campo é obrigatório', 2)
    .toUpperCase()
    .pipe(z.enum(STATE_CODES, { error: 'Estado inválido' })),
  city: Name('O campo é obrigatório'),
  country: z.string().trim().max(60).default('Brasil'),
  contact_email: Email('O campo é obrigatório', 'O campo precisa conter um email válido'),
  cover_image: FileRef,
  event_image: FileRef,
  regulation: OptionalDocumentUrl,
  route: OptionalUrl,
  url_disclosure: OptionalUrl,
  url_map: OptionalUrl,
  type: optionalText(60),
  is_public: Flag.default(true),
  buy_photo: Flag.default(false),
  is_free: Flag.default(false),
  accept_terms: Flag.default(true),
  max_unpaid_per_account: MaxUnpaid.default(DEFAULT_MAX_UNPAID),
  status: oneOf(0, 1, 2, 3).optional(),
  enterprise_id: Id.optional(),
  organizer_id: Id.optional(),
  lock_version: Version.optional(),
  modalities: z.array(ModalityInput).max(50).default([]),
  products: z.array(ProductInput).max(200).default([]),
  terms: z.array(TermInput).max(50).default([]),
  questionnaires: z.array(QuestionnaireInput).max(50).default([]),
  payment_methods: z.array(PaymentMethodInput).max(10).default([]),
  discount_cupons: z.array(CouponInput).max(500).default([]),
})
export type EventInput = z.input<typeof EventInput>
export type EventDraft = z.output<typeof EventInput>

/** What stands held of a stock level, beside its limit. */
const Held = { held: z.int() }

export const OrganizerEvent = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  rules: z.string().nullable(),
  start_date: BrazilianDate.nullable(),
  end_date: BrazilianDate.nullable(),
  date_event: BrazilianDate.nullable(),
  kit_delivery_date: BrazilianDate.nullable(),
  start_time: z.string().nullable(),
  vacancy_limit: z.int().nullable(),
  ...Held,
  state: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string(),
  contact_email: z.string().nullable(),
  cover_image: z.string().nullable(),
  event_image: z.string().nullable(),
  regulation: z.string().nullable(),
  route: z.string().nullable(),
  url_disclosure: z.string().nullable(),
  url_map: z.string().nullable(),
  type: z.string().nullable(),
  is_public: z.boolean(),
  buy_photo: z.boolean(),
  is_free: z.boolean(),
  accept_terms: z.boolean(),
  max_unpaid_per_account: z.int(),
  status: z.int(),
  enterprise_id: z.int(),
  organizer_id: z.int(),
  setup_fee: Money.nullable(),
  lock_version: z.int(),
  modalities: z.array(
    z.object({
      modality_id: z.int(),
      modality_name: z.string(),
      description: z.string().nullable(),
      price: Money.nullable(),
      vacancy_limit: z.int().nullable(),
      ...Held,
      status: z.int(),
      categories: z.array(
        z.object({
          category_id: z.int(),
          category_name: z.string(),
          description: z.string().nullable(),
          price: Money.nullable(),
          vacancy_limit: z.int().nullable(),
          ...Held,
          route: z.string().nullable(),
        }),
      ),
    }),
  ),
  products: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      description: z.string().nullable(),
      value: Money,
      amount: z.int().nullable(),
      quantity: z.int().nullable(),
      ...Held,
      status: z.int(),
      type_fee: z.int(),
      rate_organizer: z.string(),
      is_increment: z.boolean(),
      category_id: z.int().nullable(),
      product_image: z.string().nullable(),
      calculated: Calculated,
      shirt_sizes: z.array(
        z.object({
          id: z.int(),
          size: z.string(),
          quantity: z.int().nullable(),
          used_count: z.int(),
          ...Held,
        }),
      ),
    }),
  ),
  payment_methods: z.array(z.object({ id: z.int(), type: z.int(), status: z.int() })),
  discount_cupons: z.array(
    z.object({
      id: z.int(),
      code: z.string(),
      value: z.string(),
      type: z.int(),
      status: z.int(),
      start_date: BrazilianDate.nullable(),
      end_date: BrazilianDate.nullable(),
      quantity: z.int().nullable(),
      ...Held,
      product_id: z.int().nullable(),
    }),
  ),
  terms: z.array(
    z.object({ id: z.int(), name: z.string(), description: z.string(), status: z.int(), version: z.int() }),
  ),
  questionnaires: z.array(
    z.object({ id: z.int(), description: z.string(), attach_file: z.int(), status: z.int() }),
  ),
})
export type OrganizerEvent = z.infer<typeof OrganizerEvent>

export const getOrganizerEvent = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id',
  access: { ...ORGANIZER, permission: 'view-event' },
  tag: 'Organizador',
  summary: 'Um evento, com tudo que o editor precisa',
  params: IdParams,
  data: OrganizerEvent,
})
export const createEvent = defineRoute({
  method: 'POST',
  path: '/events/create',
  access: { ...ORGANIZER, permission: 'create-event' },
  tag: 'Organizador',
  status: 201,
  summary: 'Cria um evento inteiro, de uma vez; aceita o cabeçalho Idempotency-Key',
  carriesFiles: true,
  body: EventInput,
  data: OrganizerEvent,
})
export const updateEvent = defineRoute({
  method: 'PUT',
  path: '/organizer/events/:id',
  access: { ...ORGANIZER, permission: 'edit-event' },
  tag: 'Organizador',
  summary: 'Salva um evento inteiro; 409 quando outra pessoa salvou antes',
  params: IdParams,
  carriesFiles: true,
  body: EventInput,
  data: OrganizerEvent,
})
export const changeEventStatus = defineRoute({
  method: 'PUT',
  path: '/organizer/events/change-status/:id',
  access: { ...ORGANIZER, permission: 'change-event-status' },
  tag: 'Organizador',
  summary: 'Abre ou fecha um evento',
  params: IdParams,
  body: z.object({ status: Status01 }),
  data: z.object({ id: z.int(), status: z.int() }),
})
export const duplicateEvent = defineRoute({
  method: 'POST',
  path: '/organizer/events/:id/duplicate',
  access: { ...ORGANIZER, permission: 'create-event' },
  tag: 'Organizador',
  status: 201,
  summary:
    'Copia um evento para a próxima edição: datas deslocadas, estoque zerado; aceita o cabeçalho Idempotency-Key',
  params: IdParams,
  body: z.object({ date_event: DateInput() }),
  data: z.object({ id: z.int() }),
})
/** One thing somebody did to an event. Only what differed is said: a field that was empty has no before, one emptied no after. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  /** Null: the account is gone. */
  actor: z.string().nullable(),
  action: z.string(),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const listEventHistory = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/history',
  access: { ...ORGANIZER, permission: 'view-event' },
  tag: 'Organizador',
  summary: 'Quem mudou o quê num evento, o mais recente primeiro',
  params: IdParams,
  query: PageQuery,
  data: z.array(HistoryEntry),
  meta: PageMeta,
})
/** Multipart with the field `file`; the purpose says which shapes an image is stored in. */
export const UPLOAD_PURPOSES = ['cover', 'event', 'product', 'route', 'document'] as const
export const uploadFile = defineRoute({
  method: 'POST',
  path: '/organizer/uploads',
  access: ORGANIZER,
  tag: 'Organizador',
  status: 201,
  summary: 'Guarda uma imagem ou um PDF e responde o seu caminho',
  query: z.object({ purpose: z.enum(UPLOAD_PURPOSES).default('document') }),
  data: z.object({ path: z.string() }),
})
