import { expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event/event.ts'
import { ApiFailure } from '#web/api/api.ts'
import { EVENT } from '#web-test/sample-event.ts'
import { type Draft, EMPTY_DRAFT } from '../wizard/draft.ts'
import { priceOrder } from './order.ts'
import { contentsOf, priceChangeOf, priceChangeReasons, withQuote } from './price-change.ts'

const choice = (product_id: number) => ({
  modality_id: 1,
  category_id: 11,
  product_id,
  shirt_size_id: null,
})
const [buyer] = EMPTY_DRAFT.participants
const draftOf = (...kits: number[]): Draft => ({
  ...EMPTY_DRAFT,
  withOthers: kits.length > 1,
  participants: [
    { ...buyer, choice: choice(kits[0] ?? 0) },
    ...kits.slice(1).map((kit, i) => ({ ...buyer, key: i + 1, choice: choice(kit) })),
  ],
})

/** Every kit of the event is in this tier. */
const inTier = (name: string, remaining: number | null, next: string | null): PublicEvent => ({
  ...EVENT,
  products: EVENT.products.map((kit) => ({
    ...kit,
    tier: { id: 1, name, value: kit.value, ends_on: null, remaining },
    next_tier: next === null ? null : { id: 2, name: next, value: '200.00' },
  })),
})
const FIRST = inTier('1º lote', 1, '2º lote')
const SECOND = inTier('2º lote', null, null)

test.each([
  ['the tier has ended', [102], SECOND, ['O lote "1º lote" acabou. Agora vale o lote "2º lote".']],
  [
    'the tier has too few units',
    [102, 102],
    FIRST,
    ['Só resta 1 inscrição no lote "1º lote". Quem passa disso fica no lote "2º lote".'],
  ],
  [
    'the tiers of several kits have ended',
    [101, 102],
    SECOND,
    [
      'Kit Completo: o lote "1º lote" acabou. Agora vale o lote "2º lote".',
      'Kit Básico: o lote "1º lote" acabou. Agora vale o lote "2º lote".',
    ],
  ],
  ['the price changed within its tier', [102], FIRST, []],
  ['the kit has no tiers any more', [102], EVENT, []],
])('the reason when %s', (_, kits, now, reasons) => {
  expect(priceChangeReasons(priceOrder(draftOf(...kits), FIRST), FIRST, now)).toEqual(reasons)
})

test('only a refusal that tells both totals is a change of price', () => {
  const data = { expected: '100.00', current: '120.50' }
  expect(priceChangeOf(new ApiFailure(409, '', { code: 'offer_changed', data }))).toEqual({
    expectedCents: 10_000,
    currentCents: 12_050,
  })
  expect(priceChangeOf(new ApiFailure(409, '', { code: 'offer_changed' }))).toBeNull()
  expect(priceChangeOf(new ApiFailure(409, '', { code: 'sold_out', data }))).toBeNull()
  expect(priceChangeOf(new TypeError('lost'))).toBeNull()
})

test('a quote is the total of its order in its version of the event, and of no other', () => {
  const order = priceOrder(draftOf(102), EVENT)
  const quote = { totalCents: 7_000, contents: contentsOf(order, 1) }
  expect(withQuote(order, quote, 1)).toMatchObject({ totalCents: 7_000, isQuoted: true })
  expect(withQuote(order, { ...quote, totalCents: 6_000 }, 1)).toMatchObject({ isQuoted: false })
  expect(withQuote(order, quote, 2)).toBe(order)
  const other = priceOrder(draftOf(103), EVENT)
  expect(withQuote(other, quote, 1)).toBe(other)
  expect(withQuote(order, null, 1)).toBe(order)
})
