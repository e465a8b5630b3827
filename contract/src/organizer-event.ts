// Over 250 lines because every field of an event is declared here once, for the form, the API and the database.

import { z } from 'zod'
import { STATE_CODES } from './city.ts'
import { Course } from './course.ts'
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
  OptionalUrl,
  oneOf,
  optionalText,
  orNull,
  QuestionKind,
  required,
  TimeInput,
  WRONG_ADDRESS,
} from './fields.ts'
import { DEFAULT_MIN_INSTALLMENT_CENTS, MAX_INSTALLMENTS } from './installments.ts'
import { formatCents } from './money.ts'
import { MINIMUM_CHARGE_CENTS } from './price.ts'
import {
  BODY_LIMIT_WITH_FILES,
  defineRoute,
  Id,
  IdParams,
  MAX_ID,
  PageMeta,
  PageQuery,
  Version,
} from './route.ts'
import { MISSING } from './sellable.ts'
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
  missing: z.array(z.enum(MISSING)),
  /** It was open and complete at some time; until then it is a draft. */
  opened: z.boolean(),
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

/** The organizers among whom Admin or Empresa chooses the owner of a new event. */
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

/**
 * An item's id. It is absent or negative while the item is new, and other items of the same document may refer to a negative id. The
 * form makes negative ids from milliseconds; they are never stored and so have no lower bound.
 */
const ItemId = z.preprocess(fromText, z.int({ error: VALIDATION.invalid }).max(MAX_ID))
const DraftId = orNull(ItemId)
const Units = z.preprocess(
  fromText,
  z.int({ error: VALIDATION.integer }).min(0, VALIDATION.min(0)).max(1_000_000, VALIDATION.max(1_000_000)),
)
/** Null means no limit, 0 means sold out. */
const Capacity = orNull(Units)
/** The same; what is left out stays undefined. */
const GivenCapacity = z.preprocess((value) => (value === '' ? null : value), Units.nullable()).optional()
/** With one decimal at most; a comma is read as a point. */
const Centimetres = orNull(
  z.preprocess(
    (value) => fromText(typeof value === 'string' ? value.replace(',', '.') : value),
    z
      .number({ error: VALIDATION.invalid })
      .min(1, VALIDATION.min(1))
      .max(200, VALIDATION.max(200))
      .multipleOf(0.1, VALIDATION.invalid),
  ),
)
/** How many unpaid registrations an account may have in an event, unless the organizer sets another limit. */
export const DEFAULT_MAX_UNPAID = 12
const HIGHEST_MAX_UNPAID = 200
const MaxUnpaid = z.preprocess(
  fromText,
  z
    .int({ error: VALIDATION.integer })
    .min(1, VALIDATION.min(1))
    .max(HIGHEST_MAX_UNPAID, VALIDATION.max(HIGHEST_MAX_UNPAID)),
)
const MAX_DAYS_BEFORE = 365
const DaysBefore = z.preprocess(
  fromText,
  z
    .int({ error: VALIDATION.integer })
    .min(0, VALIDATION.min(0))
    .max(MAX_DAYS_BEFORE, VALIDATION.max(MAX_DAYS_BEFORE)),
)
const MaxInstallments = z.preprocess(
  fromText,
  z
    .int({ error: VALIDATION.integer })
    .min(1, VALIDATION.min(1))
    .max(MAX_INSTALLMENTS, VALIDATION.max(MAX_INSTALLMENTS)),
)
/** The gateway charges each installment, and nothing below its minimum. */
const MinInstallment = MoneyInput.refine(
  (cents) => cents >= MINIMUM_CHARGE_CENTS,
  `O campo precisa ser de pelo menos ${formatCents(MINIMUM_CHARGE_CENTS)}`,
)
const Percentage = MoneyInput.refine((rate) => rate <= 10_000, 'O campo precisa ser de 0 a 100')
const OptionalMoney = orNull(MoneyInput)
/** A URL, or the path of a file in this installation's public storage. */
const OptionalDocumentUrl = z.union(
  [
    z
      .string()
      .regex(/^\/storage\/[\w-]+(?:\/[\w-]+)*\.[a-z0-9]+$/)
      .max(500),
    OptionalUrl,
  ],
  { error: WRONG_ADDRESS },
)
/** A storage path returned by the upload route, or a data URL. More than 10 MB are rejected with 413. */
const FileRef = z.string({ error: 'O campo é obrigatório' }).min(1, 'O campo é obrigatório')
const OptionalFileRef = orNull(FileRef)
const OptionalDateInput = orNull(DateInput())

/** A field of the event document, as the API accepts it and as it returns it. */
interface Field<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  sent: I
  answered: O
}
const field = <I extends z.ZodType, O extends z.ZodType>(sent: I, answered: O): Field<I, O> => ({
  sent,
  answered,
})
type Fields = Record<string, Field>
const sent = <F extends Fields>(fields: F) =>
  z.object(mapFields(fields, ({ sent }) => sent) as { [N in keyof F]: F[N]['sent'] })
const answered = <F extends Fields>(fields: F) =>
  z.object(mapFields(fields, ({ answered }) => answered) as { [N in keyof F]: F[N]['answered'] })
const mapFields = (fields: Fields, schemaOf: (field: Field) => z.ZodType) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, schemaOf(one)]))
/** A list of items with these fields; `only` are the fields that the API returns but does not accept. */
const list = <F extends Fields, Only extends z.ZodRawShape>(fields: F, max: number, only: Only) =>
  field(z.array(sent(fields)).max(max).default([]), z.array(answered(fields).extend(only)))

const nullableText = z.string().nullable()
const nullableInt = z.int().nullable()
const name = (max?: number) => field(Name('O campo é obrigatório', max), z.string())
const text = (max: number) => field(required('O campo é obrigatório', max), z.string())
const optional = (max: number) => field(optionalText(max), nullableText)
const id = field(DraftId, z.int())
const linkedId = field(DraftId, nullableInt)
const limit = field(Capacity, nullableInt)
const money = field(MoneyInput, Money)
const optionalMoney = field(OptionalMoney, Money.nullable())
const status = field(Status01.default(1), z.int())
const off = field(Status01.default(0), z.int())
const flag = (byDefault: boolean) => field(Flag.default(byDefault), z.boolean())
/** What an event needs and a draft may still lack: `REQUIRED_FIELDS` of event-rules.ts. */
const needed = <I extends z.ZodType, O extends z.ZodType>(input: I, answer: O) => field(orNull(input), answer)
const day = needed(DateInput(), BrazilianDate.nullable())
const optionalDay = field(OptionalDateInput, BrazilianDate.nullable())
const optionalFile = field(OptionalFileRef, nullableText)
const url = field(OptionalUrl, nullableText)
/** The number of registrations that hold a unit of the limited item. */
const Held = { held: z.int() }
/** A registration, even a cancelled one, points at the item: it cannot be removed. */
const InUse = { in_use: z.boolean() }

const centimetres = field(Centimetres, z.number().nullable())
const SHIRT_SIZE = {
  id,
  size: name(20),
  quantity: limit,
  width_cm: centimetres,
  length_cm: centimetres,
}
const CATEGORY = {
  category_id: id,
  category_name: name(),
  description: optional(2000),
  price: optionalMoney,
  vacancy_limit: limit,
  route: optionalFile,
}
const MODALITY = {
  modality_id: id,
  modality_name: name(),
  description: optional(2000),
  price: optionalMoney,
  vacancy_limit: limit,
  /** A GPX file. */
  course: optionalFile,
  status,
  categories: list(CATEGORY, 200, { ...Held, ...InUse }),
}
const PRODUCT = {
  id,
  name: name(),
  description: optional(2000),
  value: money,
  /** Also accepted as `amount`, its other name in the specification, where it is left out. */
  quantity: limit,
  status,
  type_fee: off,
  /** A percentage or reais, according to `type_fee`; both have two decimals, so the value is in basis points or cents. */
  rate_organizer: field(MoneyInput.default(0), z.string()),
  is_increment: flag(true),
  /** As the only category, for callers that know no `category_ids`; answered is the first of these. */
  category_id: linkedId,
  /** The categories that the kit is sold in, with one stock; empty: all of them. */
  category_ids: field(z.array(ItemId).max(1_000).default([]), z.array(z.int())),
  product_image: optionalFile,
  shirt_sizes: list(SHIRT_SIZE, 50, { used_count: z.int(), ...Held, ...InUse }),
}
const PAYMENT_METHOD = { id, type: field(oneOf(0, 1, 2), z.int()), status }
const COUPON = {
  id,
  code: field(Name('O campo é obrigatório', 60).toUpperCase(), z.string()),
  value: field(DiscountFields.value, z.string()),
  type: field(DiscountFields.type, z.int()),
  status,
  start_date: optionalDay,
  end_date: optionalDay,
  quantity: limit,
  product_id: linkedId,
}
const TERM = { id, name: name(160), description: text(50_000), status }
const CANCELLATION_TIER = {
  id,
  days_before: field(DaysBefore, z.int()),
  /** A percentage with two decimals. */
  refund_rate: field(Percentage, z.string()),
  keeps_fee: flag(true),
}
const QUESTIONNAIRE = {
  id,
  description: text(500),
  kind: field(QuestionKind.default('yes_no'), QuestionKind),
  required: flag(true),
  /** Of a question with options: one a line. */
  options: field(z.string().trim().max(4_000).default(''), z.string()),
  /** Asked only of whoever runs this modality; null: of everybody. */
  modality_id: linkedId,
  attach_file: off,
  status,
}

/** The lists of an event, with the name of one item. */
export const EVENT_LISTS = {
  modalities: 'Modalidade',
  categories: 'Categoria',
  products: 'Produto',
  shirt_sizes: 'Tamanho',
  payment_methods: 'Forma de pagamento',
  discount_cupons: 'Cupom',
  terms: 'Termo',
  questionnaires: 'Pergunta',
  cancellation_tiers: 'Prazo de cancelamento',
} as const

const STATE = required('O campo é obrigatório', 2)
  .toUpperCase()
  .pipe(z.enum(STATE_CODES, { error: 'Estado inválido' }))
  .meta({ example: 'SP' })
const EVENT = {
  title: name(160),
  description: needed(required('O campo é obrigatório', 20_000), nullableText),
  rules: optional(20_000),
  start_date: day,
  end_date: day,
  date_event: day,
  kit_delivery_date: optionalDay,
  start_time: needed(TimeInput(), nullableText),
  vacancy_limit: limit,
  state: needed(STATE, nullableText),
  city: needed(Name('O campo é obrigatório'), nullableText),
  country: field(z.string().trim().max(60).default('Brasil'), z.string()),
  contact_email: needed(
    Email('O campo é obrigatório', 'O campo precisa conter um email válido'),
    nullableText,
  ),
  cover_image: optionalFile,
  event_image: optionalFile,
  regulation: field(OptionalDocumentUrl, nullableText),
  route: url,
  url_disclosure: url,
  url_map: url,
  type: optional(60),
  is_public: flag(true),
  buy_photo: flag(false),
  is_free: flag(false),
  accept_terms: flag(true),
  approves_cancellations: flag(false),
  max_unpaid_per_account: field(MaxUnpaid.default(DEFAULT_MAX_UNPAID), z.int()),
  max_installments: field(MaxInstallments.default(1), z.int()),
  min_installment: field(MinInstallment.default(DEFAULT_MIN_INSTALLMENT_CENTS), Money),
  installment_interest: flag(false),
  modalities: list(MODALITY, 50, { ...Held, ...InUse }),
  products: field(
    z
      .array(sent(PRODUCT).extend({ quantity: GivenCapacity, amount: GivenCapacity }))
      .max(200)
      .default([]),
    z.array(answered(PRODUCT).extend({ amount: nullableInt, calculated: Calculated, ...Held, ...InUse })),
  ),
  terms: list(TERM, 50, { version: z.int(), ...InUse }),
  questionnaires: list(QUESTIONNAIRE, 50, InUse),
  payment_methods: list(PAYMENT_METHOD, 10, {}),
  discount_cupons: list(COUPON, 500, { ...Held, ...InUse }),
  cancellation_tiers: list(CANCELLATION_TIER, 10, {}),
}

export const EventInput = sent(EVENT)
  .extend({
    status: oneOf(0, 1, 2, 3).optional(),
    enterprise_id: Id.optional(),
    organizer_id: Id.optional(),
    lock_version: Version.optional(),
  })
  .transform(({ products, ...event }, context) => {
    const known = new Set(
      event.modalities.flatMap((modality) => modality.categories.map((one) => one.category_id)),
    )
    return {
      ...event,
      products: products.map(({ amount = null, ...product }, i) => {
        const { category_id: one, category_ids: several, quantity = amount } = product
        if (one !== null && several.length > 0 && !several.includes(one))
          context.addIssue({
            code: 'custom',
            path: ['products', i, 'category_id'],
            message: 'A categoria não está entre as categorias do produto.',
          })
        // A single category, as callers that know no list send it (with the list they read), counts as none when it is not in
        // the document, as the specification asks.
        const isSingle = one !== null && several.every((id) => id === one)
        return {
          ...product,
          quantity,
          category_ids: isSingle ? [one].filter((id) => known.has(id)) : [...new Set(several)],
        }
      }),
    }
  })
export type EventInput = z.input<typeof EventInput>
export type EventDraft = z.output<typeof EventInput>

export const OrganizerEvent = answered(EVENT).extend({
  id: z.int(),
  slug: z.string(),
  ...Held,
  status: z.int(),
  /** What it lacks to be sold. */
  missing: z.array(z.enum(MISSING)),
  opened: z.boolean(),
  preview_token: z.string().nullable(),
  enterprise_id: z.int(),
  organizer_id: z.int(),
  setup_fee: Money.nullable(),
  /** What the service fees of its kits are checked against; null: no bound. */
  fee_bounds: z.object({
    min_fee_free: Money.nullable(),
    min_fee_paid: Money.nullable(),
    max_fee_percentage: z.string().nullable(),
  }),
  lock_version: z.int(),
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
  bodyLimit: BODY_LIMIT_WITH_FILES,
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
  bodyLimit: BODY_LIMIT_WITH_FILES,
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
export const deleteEvent = defineRoute({
  method: 'DELETE',
  path: '/organizer/events/:id',
  access: { ...ORGANIZER, permission: 'change-event-status' },
  tag: 'Organizador',
  summary: 'Apaga um evento feito por engano; 409 quando alguém já se inscreveu, pagou ou esperou por ele',
  params: IdParams,
})
/** A new secret takes the place of an earlier one. */
export const createPreview = defineRoute({
  method: 'POST',
  path: '/organizer/events/:id/preview',
  access: { ...ORGANIZER, permission: 'edit-event' },
  tag: 'Organizador',
  summary: 'Cria o link de prévia de um evento; o anterior deixa de valer',
  params: IdParams,
  data: z.object({ preview_token: z.string() }),
})
export const removePreview = defineRoute({
  method: 'DELETE',
  path: '/organizer/events/:id/preview',
  access: { ...ORGANIZER, permission: 'edit-event' },
  tag: 'Organizador',
  summary: 'Desfaz o link de prévia de um evento',
  params: IdParams,
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
/** One change of an event, with the changed fields only. `before` is null for a field that was empty, `after` for one that was emptied. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  /** The user's name; null when the account no longer exists. */
  actor: z.string().nullable(),
  action: z.string(),
  /** The registration that was changed; null for a change of the event. */
  registration_id: z.int().nullable(),
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
/** The purpose of an upload decides the sizes in which an image is stored. */
export const UPLOAD_PURPOSES = [
  'cover',
  'event',
  'product',
  'route',
  'course',
  'regulation',
  'document',
  'logo',
] as const
export const uploadFile = defineRoute({
  method: 'POST',
  path: '/organizer/uploads',
  access: ORGANIZER,
  tag: 'Organizador',
  status: 201,
  summary: 'Guarda uma imagem, um PDF ou um percurso em GPX e responde o seu caminho',
  uploads: 'file',
  query: z.object({ purpose: z.enum(UPLOAD_PURPOSES).default('document') }),
  data: z.object({
    path: z.string(),
    /** The drawing of a GPX file. */
    course: Course.nullable(),
  }),
})
