// Over 250 lines: every field of an event is declared here once, for the form, the API and the database.

import { z } from 'zod'
import { MAX_ADDITIONAL_PARTICIPANTS } from '../checkout/checkout.ts'
import { STATE_CODES } from '../city/city.ts'
import { Calculated } from '../event/event.ts'
import { LARGEST_TEAM, legNames, SMALLEST_TEAM, TeamRule } from '../event/relay.ts'
import { MISSING } from '../event/sellable.ts'
import { TermKind } from '../event/term-kind.ts'
import {
  Asked,
  BrazilianDate,
  DateInput,
  Email,
  emptyAsNull,
  fromText,
  Money,
  MoneyInput,
  Name,
  OptionalName,
  OptionalUrl,
  oneOf,
  optionalText,
  orNull,
  QuestionKind,
  required,
  TimeInput,
  WRONG_ADDRESS,
} from '../fields.ts'
import { formatCents } from '../money.ts'
import { ChangeDowngrade } from '../pricing/change-downgrade.ts'
import { DiscountFields, RightBase } from '../pricing/discount-fields.ts'
import { AgeReference, HIGHEST_AGE, IneligibleChanges } from '../pricing/eligibility.ts'
import { DEFAULT_MIN_INSTALLMENT_CENTS, MAX_INSTALLMENTS } from '../pricing/installments.ts'
import { MINIMUM_CHARGE_CENTS } from '../pricing/price.ts'
import { Id, MAX_ID, Version } from '../route.ts'
import { VALIDATION } from '../validation.ts'

const Status01 = oneOf(0, 1)

const Flag = z.preprocess((value) => value === true || value === 1 || value === '1', z.boolean())

/**
 * Absent or negative while the item is new; other items of the document may refer to a negative id. The form
 * makes negative ids from milliseconds, and they are never stored, so they have no lower bound.
 */
const ItemId = z.preprocess(fromText, z.int({ error: VALIDATION.invalid }).max(MAX_ID))
const GivenId = orNull(ItemId)
/** An absent or empty value counts as missing, any other value that is no integer as wrong. */
const WHOLE = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? VALIDATION.required : VALIDATION.integer,
}
const Units = z.preprocess(
  fromText,
  z.int(WHOLE).min(0, VALIDATION.min(0)).max(1_000_000, VALIDATION.max(1_000_000)),
)
/** Null means no limit, 0 means sold out. */
const Capacity = orNull(Units)
/** An omitted value stays undefined. */
const GivenCapacity = emptyAsNull(Units).optional()
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
const countUpTo = (most: number) =>
  z.preprocess(fromText, z.int(WHOLE).min(1, VALIDATION.min(1)).max(most, VALIDATION.max(most)))
/** Unpaid registrations of an account in an event. */
export const DEFAULT_MAX_UNPAID = 12
const HIGHEST_MAX_UNPAID = 200
const MaxUnpaid = countUpTo(HIGHEST_MAX_UNPAID)
const Age = z.preprocess(
  fromText,
  z.int(WHOLE).min(0, VALIDATION.min(0)).max(HIGHEST_AGE, VALIDATION.max(HIGHEST_AGE)),
)
const MAX_DAYS_BEFORE = 365
const DaysBefore = z.preprocess(
  fromText,
  z.int(WHOLE).min(0, VALIDATION.min(0)).max(MAX_DAYS_BEFORE, VALIDATION.max(MAX_DAYS_BEFORE)),
)
const TeamSize = z.preprocess(
  fromText,
  z
    .int(WHOLE)
    .min(SMALLEST_TEAM, VALIDATION.min(SMALLEST_TEAM))
    .max(LARGEST_TEAM, VALIDATION.max(LARGEST_TEAM)),
)
const MaxInstallments = countUpTo(MAX_INSTALLMENTS)
/** The gateway charges each installment, and nothing below its minimum. */
const MinInstallment = MoneyInput.refine(
  (cents) => cents >= MINIMUM_CHARGE_CENTS,
  `O campo precisa ser de pelo menos ${formatCents(MINIMUM_CHARGE_CENTS)}`,
)
const ChangeFee = MoneyInput.refine(
  (cents) => cents === 0 || cents >= MINIMUM_CHARGE_CENTS,
  `O campo precisa ser zero ou de pelo menos ${formatCents(MINIMUM_CHARGE_CENTS)}`,
)
const MostTransfers = countUpTo(10)
const Percentage = MoneyInput.refine((rate) => rate <= 10_000, 'O campo precisa ser de 0 a 100')
const GroupRate = MoneyInput.refine((rate) => rate >= 1 && rate <= 9_000, 'O campo precisa ser de 0,01 a 90')
const MinMembers = z.preprocess(
  fromText,
  z.int(WHOLE).min(2, VALIDATION.min(2)).max(10_000, VALIDATION.max(10_000)),
)
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
/** `only` are the fields that the API returns but does not accept. */
const list = <F extends Fields, Only extends z.ZodRawShape>(fields: F, max: number, only: Only) =>
  field(z.array(sent(fields)).max(max).default([]), z.array(answered(fields).extend(only)))

const nullableText = z.string().nullable()
const nullableInt = z.int().nullable()
/** Absent and null become the empty text. */
const orEmpty = <T extends z.ZodType<string | null>>(schema: T) => schema.transform((text) => text ?? '')
/** A draft may have an empty name (`REQUIRED_IN_ITEMS` in event-rules.ts). */
const name = (max?: number) => field(orEmpty(OptionalName(max)), z.string())
const text = (max: number) => field(orEmpty(optionalText(max)), z.string())
const optional = (max: number) => field(optionalText(max), nullableText)
const id = field(GivenId, z.int())
const linkedId = field(GivenId, nullableInt)
const limit = field(Capacity, nullableInt)
const optionalMoney = field(OptionalMoney, Money.nullable())
const status = field(Status01.default(1), z.int())
const off = field(Status01.default(0), z.int())
const flag = (byDefault: boolean) => field(Flag.default(byDefault), z.boolean())
/** A field that a draft may lack (event-rules.ts). */
const needed = <I extends z.ZodType, O extends z.ZodType>(input: I, answer: O) => field(orNull(input), answer)
const day = needed(DateInput(), BrazilianDate.nullable())
const optionalDay = field(OptionalDateInput, BrazilianDate.nullable())
const optionalTime = field(orNull(TimeInput()), nullableText)
const optionalFile = field(OptionalFileRef, nullableText)
const url = field(OptionalUrl, nullableText)
const Held = { held: z.int() }
/** A registration, even a cancelled one, references the item: it cannot be removed. */
const InUse = { in_use: z.boolean() }

const STATE = required('O campo é obrigatório', 2)
  .toUpperCase()
  .pipe(z.enum(STATE_CODES, { error: 'Estado inválido' }))
  .meta({ example: 'SP' })
/** Who may have the item; null: anybody. */
const ELIGIBILITY = {
  sex: field(orNull(oneOf(0, 1)), nullableInt),
  min_age: field(orNull(Age), nullableInt),
  max_age: field(orNull(Age), nullableInt),
}
const centimetres = field(Centimetres, z.number().nullable())
const SHIRT_SIZE = {
  id,
  size: name(20),
  quantity: limit,
  width_cm: centimetres,
  length_cm: centimetres,
}
const TIER = {
  id,
  name: name(60),
  value: needed(MoneyInput, Money.nullable()),
  /** The last day at this price. */
  ends_on: optionalDay,
  quantity: limit,
}
const CATEGORY = {
  category_id: id,
  category_name: name(),
  description: optional(2000),
  /** The organizer's note, never charged: a registration costs what its kit costs. */
  price: optionalMoney,
  vacancy_limit: limit,
  ...ELIGIBILITY,
  /** People of a team; null: everybody runs alone. */
  team_size: field(orNull(TeamSize), nullableInt),
  team_rule: field(TeamRule.default('any'), TeamRule),
  /** The names of the legs, one per line; empty: they are numbered. */
  legs: field(
    orEmpty(optionalText(1_000)).transform((legs) => legNames(legs).join('\n')),
    z.string(),
  ),
  route: optionalFile,
}
const MODALITY = {
  modality_id: id,
  modality_name: name(),
  description: optional(2000),
  /** Accepted and returned as in a category. */
  price: optionalMoney,
  vacancy_limit: limit,
  ...ELIGIBILITY,
  /** A GPX file. */
  course: optionalFile,
  status,
  categories: list(CATEGORY, 200, { ...Held, ...InUse }),
}
const PRODUCT = {
  id,
  name: name(),
  description: optional(2000),
  value: needed(MoneyInput, Money.nullable()),
  /** Also accepted as `amount`, its other name in the specification. */
  quantity: limit,
  status,
  type_fee: off,
  /** A percentage or reais, according to `type_fee`: basis points or cents. */
  rate_organizer: field(emptyAsNull(MoneyInput).default(0), nullableText),
  is_increment: flag(true),
  /** For callers that know only one category per kit. Responses contain the first of `category_ids`. */
  category_id: linkedId,
  /** The categories that share its stock; empty: all of them. */
  category_ids: field(z.array(ItemId).max(1_000).default([]), z.array(z.int())),
  product_image: optionalFile,
  /** The part of `value` that pays for the shirt (`base` of a right). */
  shirt_value: optionalMoney,
  ...ELIGIBILITY,
  /** Price tiers (lotes) in order; with them, `value` is the price of the last one. */
  tiers: list(TIER, 20, { ...Held, ...InUse, closed: z.boolean() }),
  shirt_sizes: list(SHIRT_SIZE, 50, { used_count: z.int(), ...Held, ...InUse }),
}
const PAYMENT_METHOD = { id, type: field(oneOf(0, 1, 2), z.int()), status }
const COUPON = {
  id,
  code: field(
    orEmpty(OptionalName(60)).transform((code) => code.toUpperCase()),
    z.string(),
  ),
  value: needed(DiscountFields.value, nullableText),
  type: field(DiscountFields.type, z.int()),
  status,
  start_date: optionalDay,
  end_date: optionalDay,
  quantity: limit,
  /** The last day on which nobody else gets the unused units of the quantity. */
  reserved_until: optionalDay,
  product_id: linkedId,
  tier_id: linkedId,
  ...ELIGIBILITY,
  /** The order needs at least this number of participants whom the coupon fits. */
  min_people: field(orNull(countUpTo(MAX_ADDITIONAL_PARTICIPANTS + 1)), nullableInt),
  /** How often one account may use it. */
  max_per_person: field(orNull(countUpTo(1_000)), nullableInt),
  /** Each of its generated codes is for one use; `code` is their prefix and not accepted itself. */
  single_use: flag(false),
  /** Only for the people on its list. */
  for_list: flag(false),
  /** Where it is published, for the report. */
  channel: optional(40),
}
const RIGHT_RULE = {
  id,
  name: name(80),
  /** The key of the law in right-presets.ts; null: the organizer's own rule. */
  law: optional(40),
  ...ELIGIBILITY,
  /** Where it applies; null: everywhere. */
  state: field(orNull(STATE), nullableText),
  city: optional(80),
  starts_on: optionalDay,
  ends_on: optionalDay,
  /** A percentage with two decimals. */
  rate: needed(Percentage, nullableText),
  base: field(RightBase.default('kit'), RightBase),
  /** Null: it applies to everybody who meets the rule, without a claim. */
  declaration: optional(5_000),
  /** The document to send, in words; null: none. */
  proof: optional(300),
  proof_days_before: field(orNull(DaysBefore), nullableInt),
  companion: flag(false),
  stackable: flag(false),
  /** The kit is handed over only to the runner. */
  in_person: flag(false),
  bib_from: limit,
  bib_to: limit,
  source_url: url,
  status,
  /** Why a discount that the law demands is switched off. */
  off_reason: optional(500),
  quantity: limit,
  /** The last day on which nobody else gets its unused units. */
  release_on: optionalDay,
}
/** What decides how many runners a right applies to, and what it takes off. */
export const RightConditions = sent(RIGHT_RULE).pick({
  sex: true,
  min_age: true,
  max_age: true,
  rate: true,
  base: true,
})

const TERM = {
  id,
  name: name(160),
  description: text(50_000),
  kind: field(TermKind.default('contract'), TermKind),
  status,
}
const CANCELLATION_TIER = {
  id,
  days_before: needed(DaysBefore, nullableInt),
  /** A percentage with two decimals. */
  refund_rate: needed(Percentage, nullableText),
  keeps_fee: flag(true),
}
/** The discount of groups with so many members. */
const GROUP_PRICE = {
  id,
  min_members: needed(MinMembers, nullableInt),
  /** A percentage with two decimals. */
  rate: needed(GroupRate, nullableText),
}
const QUESTIONNAIRE = {
  id,
  description: text(500),
  kind: field(QuestionKind.default('yes_no'), QuestionKind),
  required: flag(true),
  /** One per line. */
  options: field(z.string().trim().max(4_000).default(''), z.string()),
  /** Asked only of runners of this modality; null: of everybody. */
  modality_id: linkedId,
  /** Asked only of runners of this category, and of this kit; null: of everybody. */
  category_id: linkedId,
  product_id: linkedId,
  asked: field(Asked.default('order'), Asked),
  /** Asked only if the answer to an earlier question is, or contains, `condition_value`; null: always. */
  condition_question_id: linkedId,
  /** `Sim`, `Não` or an option. */
  condition_value: optional(100),
  attach_file: off,
  /** Its answers concern health. */
  sensitive: flag(false),
  status,
}

/** The lists of an event, with the name of one item. */
export const EVENT_LISTS = {
  modalities: 'Modalidade',
  categories: 'Categoria',
  products: 'Produto',
  shirt_sizes: 'Tamanho',
  tiers: 'Lote',
  payment_methods: 'Forma de pagamento',
  right_rules: 'Direito',
  discount_cupons: 'Cupom',
  terms: 'Termo',
  questionnaires: 'Pergunta',
  cancellation_tiers: 'Prazo de cancelamento',
  group_prices: 'Preço de grupo',
} as const

const EVENT = {
  title: field(Name('O campo é obrigatório', 160), z.string()),
  description: needed(required('O campo é obrigatório', 20_000), nullableText),
  rules: optional(20_000),
  start_date: day,
  end_date: day,
  date_event: day,
  kit_delivery_date: optionalDay,
  /** Where and when kits are picked up, from `kit_delivery_date` on. */
  kit_place: optional(120),
  kit_address: optional(240),
  kit_opens_at: optionalTime,
  kit_until: optionalDay,
  kit_closes_at: optionalTime,
  kit_note: optional(500),
  /** The last day on which groups change; null: the event has no groups. */
  groups_until: optionalDay,
  /** With so many payers in one payment of a group, one more is free; null: none is. */
  group_free_every: field(orNull(countUpTo(1_000)), nullableInt),
  start_time: needed(TimeInput(), nullableText),
  vacancy_limit: limit,
  state: needed(STATE, nullableText),
  city: needed(Name('O campo é obrigatório'), nullableText),
  /** Where within the city the race starts. */
  start_place: optional(150),
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
  /** The day on which ages count. */
  age_reference: field(AgeReference.default('race_day'), AgeReference),
  ineligible_changes: field(IneligibleChanges.default('refuse'), IneligibleChanges),
  /** The last day on which runners change their registrations themselves; null: they do not. */
  changes_until: optionalDay,
  changes_downgrade: field(ChangeDowngrade.default('keep'), ChangeDowngrade),
  changes_fee: field(ChangeFee.default(0), Money),
  /** The last day on which runners defer a paid registration; null: they do not. */
  deferral_until: optionalDay,
  deferral_fee: field(MoneyInput.default(0), Money),
  /** The last day on which runners transfer a registration to somebody else; null: they do not. */
  transfers_until: optionalDay,
  /** The first day; null: from the start. */
  transfers_from: optionalDay,
  transfers_fee: field(ChangeFee.default(0), Money),
  /** How often one registration may be transferred. */
  transfers_most: field(MostTransfers.default(1), z.int()),
  /** The last day on which members of relay teams are substituted and legs change; null: they do not. */
  teams_until: optionalDay,
  /** Registrations with a coupon, and those with a discount by right, may be transferred. */
  transfers_coupons: flag(true),
  transfers_rights: flag(true),
  /** The last day on which runners return a paid place to be sold; null: they do not. */
  returns_until: optionalDay,
  returns_fee: field(MoneyInput.default(0), Money),
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
  /** Absent: the rights stay unchanged; a new event gets those that the law demands everywhere. */
  right_rules: field(
    z.array(sent(RIGHT_RULE)).max(30).optional(),
    z.array(answered(RIGHT_RULE).extend({ version: z.int(), ...Held, ...InUse })),
  ),
  discount_cupons: list(COUPON, 500, { ...Held, ...InUse }),
  cancellation_tiers: list(CANCELLATION_TIER, 10, {}),
  group_prices: list(GROUP_PRICE, 10, {}),
}

/** Chosen by the browser. */
export const DraftId = z.uuid({ error: VALIDATION.invalid })

export const EventInput = sent(EVENT)
  .extend({
    status: oneOf(0, 1, 2, 3).optional(),
    enterprise_id: Id.optional(),
    organizer_id: Id.optional(),
    lock_version: Version.optional(),
    /** The draft that is deleted with this save; another version of it is refused. */
    from_draft: z.object({ id: DraftId, version: Version }).optional(),
  })
  .transform(({ products, ...event }, context) => {
    const known = new Set(
      event.modalities.flatMap((modality) => modality.categories.map((one) => one.category_id)),
    )
    return {
      ...event,
      products: products.map(({ amount = null, ...product }, i) => {
        const { category_id: one, category_ids: several, quantity = amount } = product
        const lastTier = product.tiers.at(-1)
        if (one !== null && several.length > 0 && !several.includes(one))
          context.addIssue({
            code: 'custom',
            path: ['products', i, 'category_id'],
            message: 'A categoria não está entre as categorias do produto.',
          })
        // Callers that do not know `category_ids` send `category_id`, perhaps together with the list that
        // they read. A category that is not in the document counts as none, as the specification says.
        const isSingle = one !== null && several.every((id) => id === one)
        return {
          ...product,
          ...(lastTier && { value: lastTier.value }),
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
  /** What the event lacks to be sold. */
  missing: z.array(z.enum(MISSING)),
  opened: z.boolean(),
  preview_token: z.string().nullable(),
  enterprise_id: z.int(),
  organizer_id: z.int(),
  setup_fee: Money.nullable(),
  /** Bounds for the service fees of its kits; null: no bound. */
  fee_bounds: z.object({
    min_fee_free: Money.nullable(),
    min_fee_paid: Money.nullable(),
    max_fee_percentage: z.string().nullable(),
  }),
  lock_version: z.int(),
})
export type OrganizerEvent = z.infer<typeof OrganizerEvent>
