import { addDays, type IsoDate } from '#contract/dates.ts'
import { SEX } from '#contract/documents.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { type EventDraft, EventInput } from '#contract/event-management/event-document.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { DISCOUNT_TYPE } from '#contract/pricing/discount.ts'
import type { EligibilityRule } from '#contract/pricing/eligibility.ts'
import { storageUrl } from '#server/lib/images.ts'
import type { RaceFiles } from './pictures.ts'
import { descriptionOf, questionsOf, RULES, TERMS } from './race-texts.ts'
import { DISTANCES } from './races/distances.ts'
import type { Race } from './races/race.ts'
import type { Random } from './random.ts'

/** With their share of the shirts, and width and length in centimetres. */
const SHIRT_SIZES = [
  ['PP', 0.05, 46, 66],
  ['P', 0.15, 49, 69],
  ['M', 0.25, 52, 71],
  ['G', 0.2, 55, 73],
  ['GG', 0.09, 58, 75],
  ['XG', 0.04, 61, 77],
  ['Baby look P', 0.07, 42, 58],
  ['Baby look M', 0.1, 45, 60],
  ['Baby look G', 0.05, 48, 62],
] as const
/** Smaller races have no capacities for shirt sizes. */
const COUNTS_SHIRTS_FROM = 200
const MIN_FEE_CENTS = 250

export interface RaceDates {
  eventOn: IsoDate
  startsOn: IsoDate
  endsOn: IsoDate
}

export function datesOf(race: Race, today: IsoDate): RaceDates {
  const wanted = addDays(today, race.inDays)
  const weekday = new Date(`${wanted}T00:00:00Z`).getUTCDay()
  const missing = ((race.saturday ? 6 : 0) - weekday + 7) % 7
  const eventOn = addDays(wanted, race.inDays < 0 ? missing - 7 : missing)
  const startsOn = addDays(
    race.inDays < 0 ? eventOn : today,
    race.opensInDays ?? (race.inDays < 0 ? -70 : -45),
  )
  const endsOn = race.closesInDays === undefined ? addDays(eventOn, -7) : addDays(today, race.closesInDays)
  return { eventOn, startsOn, endsOn }
}

interface Context {
  dates: RaceDates
  organizer: { fantasyName: string; contactEmail: string }
  files: RaceFiles
  random: Random
}

/** `179.94` → `179.90` */
const price = (reais: number) => toDecimal(Math.max(0, Math.round(reais) * 100 - 10))

/** A percentage of the kit's price, at least the minimum fee. */
function feeOf(value: string, race: Race) {
  if (Number(value) === 0) return { type_fee: 0, rate_organizer: '0.00', is_increment: false }
  const percent = race.absorbsFee ? 8 : 10
  const isEnough = Number(value) * percent >= MIN_FEE_CENTS
  return {
    type_fee: isEnough ? 0 : 1,
    rate_organizer: isEnough ? percent.toFixed(2) : toDecimal(MIN_FEE_CENTS),
    is_increment: !race.absorbsFee,
  }
}

export function raceDraft(race: Race, context: Context): EventDraft {
  const { dates, organizer, files, random } = context
  const { eventOn } = dates
  const termContext = { title: race.title, organizer: organizer.fantasyName, city: race.city, eventOn }
  return EventInput.parse({
    title: race.title,
    description: descriptionOf(race, random),
    rules: RULES,
    start_date: dates.startsOn,
    end_date: dates.endsOn,
    date_event: dates.eventOn,
    kit_delivery_date: addDays(dates.eventOn, -1),
    kit_place: 'Loja Passo Firme',
    kit_address: `Avenida Central, 100, ${race.city} - ${race.state}`,
    kit_opens_at: '10:00',
    kit_closes_at: '18:00',
    start_time: race.startTime,
    vacancy_limit: race.capacity,
    state: race.state,
    city: race.city,
    start_place: 'Parque da Cidade, portão 1',
    contact_email: organizer.contactEmail,
    cover_image: files.cover.path,
    event_image: files.cover.path,
    regulation: storageUrl(files.regulation.path),
    url_disclosure: 'https://www.instagram.com/explore/tags/corridaderua/',
    url_map: mapOf(race),
    type: 'Corrida de rua',
    is_public: race.isPublic ?? true,
    is_free: race.price === 0,
    ...modalitiesAndKits(race, context),
    cancellation_tiers:
      race.price === 0
        ? []
        : [
            { days_before: 30, refund_rate: '80.00', keeps_fee: true },
            { days_before: 15, refund_rate: '50.00', keeps_fee: true },
          ],
    max_installments: race.price === 0 ? 1 : race.absorbsFee ? 3 : 6,
    installment_interest: !race.absorbsFee,
    payment_methods: Object.values(PAYMENT_TYPE).map((type) => ({ type, status: ITEM_STATUS.active })),
    discount_cupons: race.price === 0 ? [] : couponsOf(dates),
    terms: TERMS.map((term) => ({
      name: term.name,
      kind: term.kind,
      description: term.text(termContext),
    })),
    questionnaires: questionsOf(random).map((description) => ({ description })),
  })
}

function mapOf({ at: [latitude, longitude] }: Race): string {
  const box = [longitude - 0.012, latitude - 0.008, longitude + 0.012, latitude + 0.008]
  const query = `bbox=${box.map((edge) => edge.toFixed(4)).join('%2C')}&layer=mapnik&marker=${latitude}%2C${longitude}`
  return `https://www.openstreetmap.org/export/embed.html?${query}`
}

/** Whom a category is for, by its name. */
function ruleOf(name: string): EligibilityRule {
  const [, from, to] = /^(\d+)(?:\+| a (\d+))/.exec(name) ?? []
  return {
    sex: /Feminin/.test(name) ? SEX.female : /Masculin/.test(name) ? SEX.male : null,
    min_age: from ? Number(from) : null,
    max_age: to ? Number(to) : null,
  }
}

/** Temporary negative ids link the 60+ kit to its categories. */
function modalitiesAndKits(race: Race, { dates, files, random }: Context) {
  const seniors: number[] = []
  let nextId = -1
  const modalities = race.distances.map((name) => {
    const distance = DISTANCES[name]
    const categories = distance.categories.map((category_name) => {
      const category_id = nextId--
      if (category_name === '60+') seniors.push(category_id)
      return { category_id, category_name, ...ruleOf(category_name), route: files.routes.get(name)?.path }
    })
    return {
      modality_name: distance.name,
      description: distance.description,
      course: files.courses.get(name)?.path,
      categories,
    }
  })
  return { modalities, products: kitsOf(race, dates, seniors, random) }
}

function kitsOf(race: Race, dates: RaceDates, seniorCategories: readonly number[], random: Random) {
  const kit = (name: string, description: string, value: string, more: object) => ({
    name,
    description,
    value,
    ...feeOf(value, race),
    ...more,
  })
  if (race.price === 0)
    return [kit('Inscrição gratuita', 'Número de peito, hidratação e medalha de participação.', '0.00', {})]
  const full = price(race.price)
  const kits = [
    kit('Kit Completo', 'Camiseta, sacochila, número de peito, chip e medalha.', full, {
      ...shirts(race.capacity, random),
      ...(race.hasTiers && { tiers: tiersOf(race, dates) }),
    }),
    kit('Kit sem camiseta', 'Número de peito, chip e medalha.', price(race.price * 0.75), {}),
  ]
  // The kits of all distances share one stock.
  if (seniorCategories.length > 0)
    kits.push(
      kit('Kit 60+', 'O Kit Completo com 50% de desconto, por lei.', toDecimal(Math.round(race.price * 50)), {
        category_ids: seniorCategories,
        ...shirts(race.capacity, null),
      }),
    )
  if (race.price >= 120)
    kits.push(
      kit(
        'Kit Premium',
        'Tudo do Kit Completo, mais corta-vento, boné, copo térmico e acesso à tenda VIP na chegada.',
        price(race.price * 1.6),
        shirts(race.capacity * 0.1, null),
      ),
    )
  return kits
}

/** The first has ended after 25 days of sales, the second sells now. */
const tiersOf = (race: Race, { startsOn }: RaceDates) => [
  { name: '1º lote', value: price(race.price * 0.7), ends_on: addDays(startsOn, 25) },
  { name: '2º lote', value: price(race.price * 0.85), ends_on: addDays(startsOn, 54), quantity: 80 },
  { name: '3º lote', value: price(race.price) },
]

/** Sometimes the rarest size is sold out. */
function shirts(capacity: number, random: Random | null) {
  const gone = random?.chance(0.35) ? 'XG' : null
  const sizes = SHIRT_SIZES.map(([size, share, width_cm, length_cm]) => {
    const counted = capacity < COUNTS_SHIRTS_FROM ? null : Math.round(capacity * share)
    return { size, quantity: size === gone ? 0 : counted, width_cm, length_cm }
  })
  const total = sizes.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  return { shirt_sizes: sizes, quantity: capacity < COUNTS_SHIRTS_FROM ? null : total }
}

const couponsOf = ({ startsOn, endsOn }: RaceDates) => {
  const coupon = (code: string, type: number, value: string, quantity: number, end_date = endsOn) => ({
    code,
    type,
    value,
    quantity,
    start_date: startsOn,
    end_date,
  })
  return [
    coupon('LARGADA10', DISCOUNT_TYPE.percent, '10.00', 200),
    coupon('BEMVINDO20', DISCOUNT_TYPE.fixed, '20.00', 50),
    coupon('PRIMEIROLOTE', DISCOUNT_TYPE.percent, '15.00', 100, addDays(startsOn, 10)),
  ]
}
