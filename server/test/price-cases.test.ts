// @module-tag operation
// Prices computed by hand, compared with those of the page and wizard, the order, an edit and the export.
import { afterAll, expect, test } from 'vitest'
import { PublicEvent } from '#contract/event/event.ts'
import { toDecimal } from '#contract/money.ts'
import { priceOrder } from '#web/features/checkout/order/order.ts'
import { EMPTY_DRAFT } from '#web/features/checkout/wizard/draft.ts'
import { testDatabase } from './database.ts'
import { at, createEvent, type EventOptions } from './factories/event.ts'
import { createOrganizer, createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { listeningApp } from './listening-app.ts'
import { register, showCode, submission } from './wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([])
  await app.close()
})
const organizer = await createOrganizer(db)

type Kit = NonNullable<EventOptions['kits']>[number]
type Right = NonNullable<EventOptions['rights']>[number]
type Coupon = Omit<NonNullable<EventOptions['coupons']>[number], 'code'>

interface Case {
  /** R$ 100,00 and a fee of 10 % on top, unless changed. */
  kit?: Kit
  rights?: Right[]
  coupon?: Coupon
  event?: EventOptions
  born?: string
  /** UTC; noon of 26 November 2026 by default. */
  now?: string
}

const FIXED = { feeType: 1, feeRate: 450 } as const
const BORNE = { isIncrement: false } as const
const TIERS = {
  tiers: [
    { name: '1º lote', valueCents: 8_000, endsOn: '2026-11-25' },
    { name: '2º lote', valueCents: 10_000 },
  ],
}
const SENIOR: Right = { name: 'Pessoa idosa (60+)', min_age: 60 }
const WITH_COUPON: Right = { ...SENIOR, stackable: true }
const FREE: Right = { ...SENIOR, rate: 10_000 }
const SERVICE: Right = { ...SENIOR, base: 'service' }
const from59: Right = { ...SENIOR, min_age: 59 }
const YOUNG: Right = { name: 'Jovem', min_age: 15, max_age: 29 }
const OLD = '1960-05-01'
const senior = (changes: Case = {}): Case => ({ born: OLD, rights: [SENIOR], ...changes })
const raceOn = (eventOn: string): EventOptions => ({ eventOn })
const YEAR_END: EventOptions = { ageReference: 'year_end' }
/** 25 November in São Paulo and Rio Branco, 26 in Fernando de Noronha. */
const MIDNIGHT = '2026-11-26T02:30:00Z'
const NORONHA: EventOptions = { timezone: 'America/Noronha' }
const RIO_BRANCO: EventOptions = { timezone: 'America/Rio_Branco' }
const UNTIL_25: Right = { ...SENIOR, endsOn: '2026-11-25' }
const FROM_26: Right = { ...SENIOR, startsOn: '2026-11-26' }
const percent = (value: number): Coupon => ({ type: 0, value })
const reais = (value: number): Coupon => ({ type: 1, value: value * 100 })

test.each<[string, Case, string]>([
  ['the fee is on top', {}, '110.00'],
  ['the organizer bears the fee', { kit: BORNE }, '100.00'],
  ['a fixed fee', { kit: FIXED }, '104.50'],
  ['a free kit', { kit: { valueCents: 0, feeRate: 0 } }, '0.00'],
  ['a free kit with a fee', { kit: { valueCents: 0, feeType: 1, feeRate: 500 } }, '5.00'],

  ['a coupon leaves the fee', { coupon: percent(1_000) }, '100.00'],
  ['a fixed coupon', { coupon: reais(30) }, '80.00'],
  ['a coupon of everything, the fee borne', { kit: BORNE, coupon: percent(10_000) }, '0.00'],
  ['a coupon of everything leaves the fee', { coupon: percent(10_000) }, '10.00'],
  ['half a cent of coupon', { kit: { valueCents: 4_990, feeRate: 0 }, coupon: percent(750) }, '46.16'],
  ['a coupon on a tier', { kit: TIERS, coupon: percent(1_000), now: MIDNIGHT }, '80.00'],

  ['60 on the day', { rights: [SENIOR], born: '1967-03-01' }, '55.00'],
  ['60 a day late', { rights: [SENIOR], born: '1967-03-02' }, '110.00'],
  ['60 a day early', { rights: [SENIOR], born: '1967-02-28' }, '55.00'],
  ['60 on 31 December', { rights: [SENIOR], event: YEAR_END, born: '1967-12-31' }, '55.00'],
  ['60 on 1 January', { rights: [SENIOR], event: YEAR_END, born: '1968-01-01' }, '110.00'],
  ['60 in the year', { rights: [SENIOR], event: YEAR_END, born: '1967-03-02' }, '55.00'],
  [
    '60 on the last of February',
    { rights: [SENIOR], event: raceOn('2027-02-28'), born: '1967-02-28' },
    '55.00',
  ],
  ['60 a day after it', { rights: [SENIOR], event: raceOn('2027-02-28'), born: '1967-03-01' }, '110.00'],
  [
    '29 February, the day before 1 March',
    { rights: [from59], event: raceOn('2027-02-28'), born: '1968-02-29' },
    '110.00',
  ],
  ['29 February, on 1 March', { rights: [from59], event: raceOn('2027-03-01'), born: '1968-02-29' }, '55.00'],
  [
    '29 February in a leap year',
    { rights: [SENIOR], event: raceOn('2028-02-29'), born: '1968-02-29' },
    '55.00',
  ],
  [
    '29 February, a day early in a leap year',
    { rights: [SENIOR], event: raceOn('2028-02-28'), born: '1968-02-29' },
    '110.00',
  ],
  [
    '29 February by the year',
    { rights: [from59], event: { ...YEAR_END, ...raceOn('2027-02-28') }, born: '1968-02-29' },
    '55.00',
  ],
  ['29 on the day', { rights: [YOUNG], born: '1997-03-02' }, '55.00'],
  ['30 on the day', { rights: [YOUNG], born: '1997-03-01' }, '110.00'],
  ['15 on the day', { rights: [YOUNG], born: '2012-03-01' }, '55.00'],
  ['14 on the day', { rights: [YOUNG], born: '2012-03-02' }, '110.00'],
  ['30 by the year', { rights: [YOUNG], event: YEAR_END, born: '1997-03-02' }, '110.00'],
  ['15 by the year', { rights: [YOUNG], event: YEAR_END, born: '2012-12-31' }, '55.00'],

  ['60+, the organizer bears the fee', senior({ kit: BORNE }), '50.00'],
  ['60+ halves a fixed fee', senior({ kit: FIXED }), '52.25'],
  ['60+, half a cent of fixed fee', senior({ kit: { feeType: 1, feeRate: 455 } }), '52.28'],
  ['60+, a fee of 7,5 %', senior({ kit: { feeRate: 750 } }), '53.75'],
  ['60+, half a cent of fee', senior({ kit: { valueCents: 9_990 } }), '54.95'],
  ['60+, half a cent of discount', senior({ kit: { valueCents: 4_995, feeRate: 0 } }), '24.97'],
  ['a free right leaves no fee', senior({ rights: [FREE] }), '0.00'],
  ['a free right leaves no fixed fee', senior({ rights: [FREE], kit: FIXED }), '0.00'],
  ['a right of 30 %', senior({ rights: [{ ...SENIOR, rate: 3_000 }] }), '77.00'],
  ['a right of 0 %', senior({ rights: [{ ...SENIOR, rate: 0 }] }), '110.00'],
  [
    'a right on the price without the shirt',
    senior({ rights: [SERVICE], kit: { shirtCents: 4_000 } }),
    '77.00',
  ],
  [
    'a free right without the shirt',
    senior({ rights: [{ ...SERVICE, rate: 10_000 }], kit: { shirtCents: 4_000 } }),
    '44.00',
  ],
  ['a kit that is all shirt', senior({ rights: [SERVICE], kit: { shirtCents: 10_000 } }), '110.00'],
  ['a right on a free kit', senior({ kit: { valueCents: 0, feeRate: 0 } }), '0.00'],

  ['the last evening of a tier in São Paulo', { kit: TIERS, now: MIDNIGHT }, '88.00'],
  ['the same instant in Noronha', { kit: TIERS, now: MIDNIGHT, event: NORONHA }, '110.00'],
  ['the same instant in Rio Branco', { kit: TIERS, now: MIDNIGHT, event: RIO_BRANCO }, '88.00'],
  ['60+ on the tier in São Paulo', senior({ kit: TIERS, now: MIDNIGHT }), '44.00'],
  ['60+ after the tier in Noronha', senior({ kit: TIERS, now: MIDNIGHT, event: NORONHA }), '55.00'],
  ['60+ on the tier in Rio Branco', senior({ kit: TIERS, now: MIDNIGHT, event: RIO_BRANCO }), '44.00'],
  ['60+ after the tier', senior({ kit: TIERS }), '55.00'],
  ['the last evening of a right in São Paulo', senior({ rights: [UNTIL_25], now: MIDNIGHT }), '55.00'],
  [
    'the same instant in Noronha, a right over',
    senior({ rights: [UNTIL_25], now: MIDNIGHT, event: NORONHA }),
    '110.00',
  ],
  [
    'the same instant in Rio Branco, a right',
    senior({ rights: [UNTIL_25], now: MIDNIGHT, event: RIO_BRANCO }),
    '55.00',
  ],
  ['a right from tomorrow in São Paulo', senior({ rights: [FROM_26], now: MIDNIGHT }), '110.00'],
  ['a right from today in Noronha', senior({ rights: [FROM_26], now: MIDNIGHT, event: NORONHA }), '55.00'],
  [
    'a right from tomorrow in Rio Branco',
    senior({ rights: [FROM_26], now: MIDNIGHT, event: RIO_BRANCO }),
    '110.00',
  ],

  ['60+ is better than a coupon', senior({ coupon: percent(1_000) }), '55.00'],
  ['a coupon is better than 60+', senior({ coupon: percent(7_000) }), '40.00'],
  ['60+ halves the fee, a coupon of half does not', senior({ coupon: percent(5_000) }), '55.00'],
  ['60+ is better than a fixed coupon', senior({ coupon: reais(45) }), '55.00'],
  ['equally cheap', senior({ kit: BORNE, coupon: percent(5_000) }), '50.00'],
  ['both, where the right allows it', senior({ rights: [WITH_COUPON], coupon: percent(1_000) }), '50.00'],
  ['both, a fixed coupon', senior({ rights: [WITH_COUPON], coupon: reais(30) }), '25.00'],
  ['both, a coupon of the rest', senior({ rights: [WITH_COUPON], coupon: percent(10_000) }), '5.00'],
  [
    'both on a tier',
    senior({ rights: [WITH_COUPON], coupon: percent(1_000), kit: TIERS, now: MIDNIGHT }),
    '40.00',
  ],
  [
    'a coupon on a tier is better than 60+',
    senior({ coupon: percent(6_000), kit: TIERS, now: MIDNIGHT }),
    '40.00',
  ],
  ['a free right needs no coupon', senior({ rights: [FREE], coupon: percent(1_000) }), '0.00'],
  ['a coupon of 0 % beside a right', senior({ coupon: percent(0) }), '55.00'],
  [
    'the better of two rights',
    { rights: [SENIOR, { name: '65+', min_age: 65, rate: 8_000 }], born: OLD },
    '22.00',
  ],
  [
    'the only one of two rights',
    { rights: [SENIOR, { name: '70+', min_age: 70, rate: 8_000 }], born: OLD },
    '55.00',
  ],
  [
    'a rule of another state',
    senior({ rights: [{ ...SENIOR, stateCode: 'MT' }], event: { stateCode: 'SP' } }),
    '110.00',
  ],
  [
    'a rule of this state',
    senior({ rights: [{ ...SENIOR, stateCode: 'MT' }], event: { stateCode: 'MT' } }),
    '55.00',
  ],
])('%s: %j costs %s', async (_name, { kit, rights = [], coupon, event: options, born, now }, total) => {
  app.deps.clock.set(now ?? '2026-11-26T15:00:00Z')
  const event = await createEvent(db, {
    organizerId: organizer.organizerId,
    registrationStartsOn: '2026-01-01',
    registrationEndsOn: '2027-01-31',
    eventOn: '2027-03-01',
    kits: [
      { name: 'Kit', ...kit },
      { name: 'Outro', ...kit },
    ],
    rights,
    coupons: coupon ? [{ code: 'CUPOM', ...coupon }] : [],
    ...options,
  })
  const runner = await createUser(db, { ...(born && { birthOn: born }) })
  const shown = coupon && (await showCode(app, event, runner, 'CUPOM')).json().data
  const page = PublicEvent.parse((await app.call('GET', `/events/${event.id}`)).json().data)
  const { modalityId, id: categoryId } = at(event.categories, 0)
  const [buyer] = EMPTY_DRAFT.participants
  const order = priceOrder(
    {
      ...EMPTY_DRAFT,
      participants: [
        {
          ...buyer,
          person: { ...buyer.person, birth_date: born ?? '1990-05-20', sex: '1' },
          choice: {
            modality_id: modalityId,
            category_id: categoryId,
            product_id: at(event.kits, 0).id,
            shirt_size_id: null,
          },
        },
      ],
      coupon: coupon
        ? { id: shown.discountId, code: 'CUPOM', ...shown.conditions, ...storedCoupon(coupon) }
        : null,
    },
    page,
    app.deps.clock.now(),
  )
  expect(toDecimal(order.totalCents), 'wizard').toBe(total)

  const answer = await register(
    app,
    event,
    runner,
    submission(event, {
      expected_value: total,
      ...(coupon && { discount_coupon_id: shown.discountId, discount_coupon_code: 'CUPOM' }),
    }),
  )
  expect(answer.statusCode, answer.body).toBe(201)
  const [{ id, value }] = answer.json().data.registrations
  expect(value, 'order').toBe(total)

  const edited = await app.call('PUT', `/organizer/events/register/${id}`, {
    token: organizer.token,
    body: {
      category_id: categoryId,
      products: [{ id: at(event.kits, 1).id, shirt_size_id: null, quantity: 1 }],
      payment_method_id: total === '0.00' ? null : at(event.paymentMethods, 0).id,
    },
  })
  expect(edited.json().data?.value, 'edit').toBe(total)
  const file = await app.call(
    'GET',
    `/organizer/events/${event.id}/export-event-participants?columns=total`,
    {
      token: organizer.token,
    },
  )
  expect(file.body, 'export').toContain(total.replace('.', ','))
})

const storedCoupon = ({ type = 0, value = 0 }: Coupon) => ({ type, value })
