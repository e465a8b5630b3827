import { addDays, dayIn } from '#contract/dates.ts'
import type { Relay } from '#contract/event/relay.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import type { ChangeDowngrade } from '#contract/pricing/change-downgrade.ts'
import type { AgeReference, EligibilityRule, IneligibleChanges } from '#contract/pricing/eligibility.ts'
import type { RightBase } from '#contract/pricing/right-rule.ts'
import type { CancellationTier } from '#contract/registration/cancellation.ts'
import type { Asked, QuestionKind } from '#contract/registration/questions.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { createOrganizer, nextNumber } from './user.ts'

type Capacity = number | null
/** Null or absent: anybody. */
type Rule = Partial<EligibilityRule>

interface KitOptions extends Rule {
  name?: string
  valueCents?: number
  feeType?: 0 | 1
  feeRate?: number
  isIncrement?: boolean
  status?: 0 | 1
  capacity?: Capacity
  shirtCents?: number
  /** Position in the flat list of categories, or several positions; absent: sold in every category. */
  category?: number | readonly number[]
  sizes?: { name: string; capacity?: Capacity }[]
  tiers?: { name: string; valueCents: number; endsOn?: string; capacity?: number }[]
}

interface RightOptions extends Rule {
  name?: string
  /** Basis points; 5,000 by default. */
  rate?: number
  base?: RightBase
  declaration?: string | null
  proof?: string | null
  proofDaysBefore?: number
  companion?: boolean
  stackable?: boolean
  stateCode?: string
  city?: string
  startsOn?: string | null
  endsOn?: string | null
  capacity?: Capacity
  reservedUntil?: string | null
}

interface CouponOptions extends Rule {
  code: string
  /** 0: `value` is basis points; 1: `value` is cents. */
  type?: 0 | 1
  value?: number
  status?: 0 | 1
  startsOn?: string | null
  endsOn?: string | null
  capacity?: Capacity
  /** Position in the list of kits; absent: valid for any kit. */
  kit?: number
  /** Position of a kit and of one of its tiers; absent: valid in any tier. */
  tier?: [kit: number, tier: number]
  minPeople?: number
  maxPerPerson?: number
  forList?: boolean
  channel?: string
  /** Its units are reserved until this day. */
  reservedUntil?: string
  /** Single-use codes. */
  codes?: string[]
}

export interface EventOptions {
  organizerId?: number
  title?: string
  slug?: string
  status?: 0 | 1 | 2 | 3
  isPublic?: boolean
  /** A draft that was never opened, which only its organizer sees. */
  isDraft?: boolean
  capacity?: Capacity
  maxUnpaidPerAccount?: number
  groupsUntil?: string | undefined
  /** Discounts of groups in basis points, by number of members. */
  groupPrices?: Record<number, number>
  groupFreeEvery?: number
  registrationStartsOn?: string
  registrationEndsOn?: string
  eventOn?: string
  timezone?: string
  cityId?: number | null
  stateCode?: string | null
  ageReference?: AgeReference
  ineligibleChanges?: IneligibleChanges
  returns?: { until: string; feeCents?: number }
  deferral?: { until: string; feeCents?: number }
  transfers?: {
    until: string
    from?: string
    feeCents?: number
    most?: number
    coupons?: boolean
    rights?: boolean
  }
  teamsUntil?: string
  changes?: { until: string; downgrade?: ChangeDowngrade; feeCents?: number }
  modalities?: (Rule & {
    name: string
    status?: 0 | 1
    capacity?: Capacity
    categories?: (Rule &
      Partial<Relay> & { name: string; capacity?: Capacity; priceCents?: number | null; legs?: string })[]
  })[]
  kits?: KitOptions[]
  rights?: RightOptions[]
  coupons?: CouponOptions[]
  terms?: { name?: string; description?: string; status?: 0 | 1; kind?: TermKind }[]
  questionnaires?: {
    description?: string
    status?: 0 | 1
    attachFile?: 0 | 1
    kind?: QuestionKind
    required?: boolean
    options?: string[]
    /** Positions in the lists of modalities, categories, kits and questions. */
    modality?: number
    category?: number
    kit?: number
    asked?: Asked
    sensitive?: boolean
    condition?: [question: number, value: string]
  }[]
  cancellationTiers?: CancellationTier[]
  /** Enabled payment types. */
  paymentTypes?: (0 | 1 | 2)[]
}

interface Item {
  id: number
  name: string
  levelId: number
}

export interface TestEvent {
  id: number
  slug: string
  title: string
  organizerId: number
  levelId: number
  modalities: (Item & { categories: Item[] })[]
  /** The categories of all modalities. */
  categories: (Item & { modalityId: number; modalityLevelId: number })[]
  kits: (Item & { valueCents: number; sizes: Item[]; tiers: Item[] })[]
  rights: Item[]
  coupons: (Item & { code: string })[]
  terms: { id: number; name: string; version: number; kind: TermKind }[]
  questionnaires: { id: number; description: string }[]
  cancellationTiers: readonly CancellationTier[]
  paymentMethods: { id: number; type: number }[]
}

const TEN_KM: NonNullable<EventOptions['modalities']> = [
  { name: '10 km', categories: [{ name: '10 km Geral' }] },
]
const ONE_KIT: KitOptions[] = [{ name: 'Kit Completo', sizes: [{ name: 'P' }, { name: 'M' }, { name: 'G' }] }]

/**
 * Creates an event that is open for registration today: one modality, one category, one kit of R$ 100,00 with
 * a 10% fee added and three sizes, one term, one question, the three payment types, and no limits unless
 * given.
 */
export async function createEvent(db: Db, options: EventOptions = {}): Promise<TestEvent> {
  const organizerId = options.organizerId ?? (await createOrganizer(db)).organizerId
  return db.transaction().execute((tx) => insertEvent(tx, { ...options, organizerId }))
}

const ruleOf = ({ sex = null, min_age = null, max_age = null }: Rule) => ({ sex, min_age, max_age })

async function insertEvent(tx: Tx, options: EventOptions & { organizerId: number }): Promise<TestEvent> {
  const n = nextNumber()
  const now = new Date()
  const today = dayIn('America/Sao_Paulo', now)
  // The foreign key is deferred, because the level is inserted before its event.
  const { rows } = await tx.executeQuery<{ id: number }>(
    tx.selectNoFrom((eb) => eb.fn<number>('nextval', [eb.val('events_id_seq')]).as('id')).compile(),
  )
  const id = Number(rows[0]?.id)
  const level = async (kind: string, capacity: Capacity | undefined) => {
    const row = await tx
      .insertInto('stock_levels')
      .values({ event_id: id, kind, capacity: capacity ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const levelId = await level('event', options.capacity)
  const event = await tx
    .insertInto('events')
    .values({
      id,
      enterprise_id: 1,
      organizer_id: options.organizerId,
      slug: options.slug ?? `corrida-${n}`,
      title: options.title ?? `Corrida ${n}`,
      description: 'Uma corrida.',
      registration_starts_on: options.registrationStartsOn ?? addDays(today, -10),
      registration_ends_on: options.registrationEndsOn ?? addDays(today, 30),
      event_on: options.eventOn ?? addDays(today, 60),
      start_time: '07:00',
      city_id: options.cityId ?? null,
      state_code: options.stateCode ?? null,
      timezone: options.timezone ?? 'America/Sao_Paulo',
      contact_email: 'contato@exemplo.test',
      max_unpaid_per_account: options.maxUnpaidPerAccount ?? 200,
      groups_until: options.groupsUntil ?? null,
      group_free_every: options.groupFreeEvery ?? null,
      age_reference: options.ageReference ?? 'race_day',
      ineligible_changes: options.ineligibleChanges ?? 'refuse',
      changes_until: options.changes?.until ?? null,
      changes_downgrade: options.changes?.downgrade ?? 'keep',
      changes_fee_cents: options.changes?.feeCents ?? 0,
      returns_until: options.returns?.until ?? null,
      returns_fee_cents: options.returns?.feeCents ?? 0,
      deferral_until: options.deferral?.until ?? null,
      deferral_fee_cents: options.deferral?.feeCents ?? 0,
      teams_until: options.teamsUntil ?? null,
      transfers_until: options.transfers?.until ?? null,
      transfers_from: options.transfers?.from ?? null,
      transfers_fee_cents: options.transfers?.feeCents ?? 0,
      transfers_most: options.transfers?.most ?? 1,
      transfers_coupons: options.transfers?.coupons ?? true,
      transfers_rights: options.transfers?.rights ?? true,
      is_public: options.isPublic ?? true,
      status: options.status ?? 1,
      opened_at: options.isDraft ? null : now,
      stock_level_id: levelId,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'slug', 'title'])
    .executeTakeFirstOrThrow()

  const modalities: TestEvent['modalities'] = []
  const categories: TestEvent['categories'] = []
  for (const [position, modality] of (options.modalities ?? TEN_KM).entries()) {
    const modalityLevelId = await level('modality', modality.capacity)
    const row = await tx
      .insertInto('modalities')
      .values({
        event_id: id,
        name: modality.name,
        status: modality.status ?? 1,
        ...ruleOf(modality),
        stock_level_id: modalityLevelId,
        position,
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    const own: Item[] = []
    for (const [place, category] of (modality.categories ?? [{ name: `${modality.name} Geral` }]).entries()) {
      const categoryLevelId = await level('category', category.capacity)
      const inserted = await tx
        .insertInto('categories')
        .values({
          event_id: id,
          modality_id: row.id,
          name: category.name,
          price_cents: category.priceCents ?? null,
          ...ruleOf(category),
          team_size: category.team_size ?? null,
          team_rule: category.team_rule ?? 'any',
          legs: category.legs ?? '',
          stock_level_id: categoryLevelId,
          position: place,
        })
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow()
      own.push({ ...inserted, levelId: categoryLevelId })
      categories.push({ ...inserted, levelId: categoryLevelId, modalityId: row.id, modalityLevelId })
    }
    modalities.push({ ...row, levelId: modalityLevelId, categories: own })
  }

  const kits: TestEvent['kits'] = []
  for (const [position, kit] of (options.kits ?? ONE_KIT).entries()) {
    const kitLevelId = await level('kit', kit.capacity)
    const valueCents = kit.tiers?.at(-1)?.valueCents ?? kit.valueCents ?? 10_000
    const row = await tx
      .insertInto('kits')
      .values({
        event_id: id,
        category_ids: [kit.category ?? []].flat().map((index) => at(categories, index).id),
        name: kit.name ?? `Kit ${position + 1}`,
        value_cents: valueCents,
        fee_type: kit.feeType ?? 0,
        fee_rate: kit.feeRate ?? 1000,
        is_increment: kit.isIncrement ?? true,
        status: kit.status ?? 1,
        shirt_cents: kit.shirtCents ?? null,
        ...ruleOf(kit),
        stock_level_id: kitLevelId,
        position,
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    const sizes: Item[] = []
    for (const [place, size] of (kit.sizes ?? []).entries()) {
      const sizeLevelId = await level('shirt_size', size.capacity)
      const inserted = await tx
        .insertInto('shirt_sizes')
        .values({ kit_id: row.id, name: size.name, stock_level_id: sizeLevelId, position: place })
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow()
      sizes.push({ ...inserted, levelId: sizeLevelId })
    }
    const tiers: Item[] = []
    for (const [place, tier] of (kit.tiers ?? []).entries()) {
      const tierLevelId = await level('tier', tier.capacity)
      const inserted = await tx
        .insertInto('kit_tiers')
        .values({
          kit_id: row.id,
          name: tier.name,
          value_cents: tier.valueCents,
          ends_on: tier.endsOn ?? null,
          stock_level_id: tierLevelId,
          position: place,
        })
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow()
      tiers.push({ ...inserted, levelId: tierLevelId })
    }
    kits.push({ id: row.id, name: row.name, levelId: kitLevelId, valueCents, sizes, tiers })
  }

  const rights: TestEvent['rights'] = []
  for (const [position, right] of (options.rights ?? []).entries()) {
    const rightLevelId = await level('right', right.capacity)
    if (right.reservedUntil)
      await tx
        .updateTable('stock_levels')
        .set({ reserved_until: right.reservedUntil })
        .where('id', '=', rightLevelId)
        .execute()
    const row = await tx
      .insertInto('right_rules')
      .values({
        event_id: id,
        name: right.name ?? `Direito ${position + 1}`,
        ...ruleOf(right),
        rate_bp: right.rate ?? 5_000,
        base: right.base ?? 'kit',
        declaration: right.declaration ?? null,
        proof: right.proof ?? null,
        proof_days_before: right.proof ? (right.proofDaysBefore ?? 7) : null,
        companion: right.companion ?? false,
        stackable: right.stackable ?? false,
        state_code: right.stateCode ?? null,
        city: right.city ?? null,
        starts_on: right.startsOn ?? null,
        ends_on: right.endsOn ?? null,
        stock_level_id: rightLevelId,
        position,
      })
      .returning(['id', 'name', 'declaration'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('right_versions')
      .values({
        right_rule_id: row.id,
        version: 1,
        name: row.name,
        declaration: row.declaration,
        created_at: now,
      })
      .execute()
    rights.push({ id: row.id, name: row.name, levelId: rightLevelId })
  }

  const coupons: TestEvent['coupons'] = []
  for (const coupon of options.coupons ?? []) {
    const couponLevelId = await level('coupon', coupon.capacity)
    if (coupon.reservedUntil)
      await tx
        .updateTable('stock_levels')
        .set({ reserved_until: coupon.reservedUntil })
        .where('id', '=', couponLevelId)
        .execute()
    const row = await tx
      .insertInto('coupons')
      .values({
        event_id: id,
        code: coupon.code,
        type: coupon.type ?? 0,
        value: coupon.value ?? 1000,
        status: coupon.status ?? 1,
        starts_on: coupon.startsOn ?? null,
        ends_on: coupon.endsOn ?? null,
        kit_id: coupon.kit === undefined ? null : at(kits, coupon.kit).id,
        ...ruleOf(coupon),
        tier_id: coupon.tier ? at(at(kits, coupon.tier[0]).tiers, coupon.tier[1]).id : null,
        min_people: coupon.minPeople ?? null,
        max_per_person: coupon.maxPerPerson ?? null,
        for_list: coupon.forList ?? false,
        single_use: coupon.codes !== undefined,
        channel: coupon.channel ?? null,
        stock_level_id: couponLevelId,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow()
    for (const code of coupon.codes ?? [])
      await tx
        .insertInto('coupon_codes')
        .values({
          coupon_id: row.id,
          event_id: id,
          code,
          stock_level_id: await level('coupon_code', 1),
          created_at: now,
        })
        .execute()
    coupons.push({ ...row, name: row.code, levelId: couponLevelId })
  }

  const terms: TestEvent['terms'] = []
  for (const [position, term] of (options.terms ?? [{}]).entries()) {
    const words = {
      name: term.name ?? 'Regulamento',
      description: term.description ?? 'Li e aceito.',
      kind: term.kind ?? 'contract',
    }
    const row = await tx
      .insertInto('terms')
      .values({ event_id: id, ...words, status: term.status ?? 1, position })
      .returning(['id', 'name', 'version', 'kind'])
      .$narrowType<{ kind: TermKind }>()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('term_versions')
      .values({ term_id: row.id, version: row.version, ...words, created_at: now })
      .execute()
    terms.push(row)
  }

  const questionnaires: TestEvent['questionnaires'] = []
  for (const [position, question] of (options.questionnaires ?? [{}]).entries()) {
    const row = await tx
      .insertInto('questionnaires')
      .values({
        event_id: id,
        description: question.description ?? 'Já correu esta distância?',
        attach_file: question.attachFile ?? 0,
        kind: question.kind ?? 'yes_no',
        required: question.required ?? true,
        options: (question.options ?? []).join('\n'),
        modality_id: idAt(modalities, question.modality),
        category_id: idAt(categories, question.category),
        kit_id: idAt(kits, question.kit),
        asked: question.asked ?? 'order',
        sensitive: question.sensitive ?? false,
        condition_id: idAt(questionnaires, question.condition?.[0]),
        condition_value: question.condition?.[1] ?? null,
        status: question.status ?? 1,
        position,
      })
      .returning(['id', 'description'])
      .executeTakeFirstOrThrow()
    questionnaires.push(row)
  }

  const { cancellationTiers = [] } = options
  for (const [position, tier] of cancellationTiers.entries())
    await tx
      .insertInto('cancellation_tiers')
      .values({ event_id: id, ...tier, position })
      .execute()

  for (const [members, rate] of Object.entries(options.groupPrices ?? {}))
    await tx
      .insertInto('group_prices')
      .values({ event_id: id, min_members: Number(members), rate_bp: rate })
      .execute()

  const paymentMethods: TestEvent['paymentMethods'] = []
  for (const type of options.paymentTypes ?? [0, 1, 2]) {
    const row = await tx
      .insertInto('payment_methods')
      .values({ event_id: id, type })
      .returning(['id', 'type'])
      .executeTakeFirstOrThrow()
    paymentMethods.push(row)
  }

  return {
    ...event,
    organizerId: options.organizerId,
    levelId,
    modalities,
    categories,
    kits,
    rights,
    coupons,
    terms,
    questionnaires,
    cancellationTiers,
    paymentMethods,
  }
}

const idAt = (items: readonly { id: number }[], index: number | undefined) =>
  index === undefined ? null : at(items, index).id

/** Returns the item at a position. Throws when it does not exist. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`the fixture has no item ${index}`)
  return item
}
