import { describe, expect, test } from 'vitest'
import { EventInput } from '#contract/event-management/event-document.ts'
import { eventProblems } from '#contract/event-management/event-rules.ts'
import { blankEvent, blankProduct, blankTier, copyOfProduct, type TierForm } from './event-form.ts'
import { decisiveTotal, NO_BOUNDS } from './offer.ts'
import { problemsOf } from './problems.ts'
import { inputOf } from './sent-event.ts'
import { firstTiers, lastTier, newTierIndex, nextTierName, tierEndWords, tiersSummary } from './tiers.ts'

const tier = (name: string, changes: Partial<TierForm> = {}): TierForm => ({
  ...blankTier(name, '100.00'),
  ...changes,
})

test('a price becomes the price of the first tier', () => {
  expect(firstTiers({ value: '90.00' })).toMatchObject([
    { name: '1º lote', value: '90.00' },
    { name: '2º lote', value: '' },
  ])
})

test.each([
  [['1º lote', '2º lote'], '3º lote', 2],
  [['1º lote', 'Lote final'], '3º lote', 1],
  [['1º lote', '3º lote'], '4º lote', 2],
])('after %s comes %s, at %i', (names, name, index) => {
  const tiers = names.map((one) => tier(one))
  expect(nextTierName(tiers)).toBe(name)
  expect(newTierIndex(tiers)).toBe(index)
})

test('removed tiers do not count', () => {
  const tiers = [tier('1º lote'), tier('2º lote'), tier('3º lote', { removed: true })]
  expect(nextTierName(tiers)).toBe('3º lote')
  expect(lastTier(tiers)).toBe(1)
})

test('the summary names the tiers that still sell', () => {
  const tiers = [tier('1º lote', { ended: true }), tier('2º lote'), tier('3º lote', { value: '' })]
  expect(tiersSummary(tiers).replaceAll('\u00a0', ' ')).toBe('2º lote R$ 100,00 · 3º lote sem valor')
})

test.each([
  [{ ends_on: '2026-12-31', quantity: '' }, 'até 31/12/2026'],
  [{ ends_on: '', quantity: '1' }, 'até 1 inscrição'],
  [{ ends_on: '2026-12-31', quantity: '1000' }, 'até 31/12/2026 ou 1.000 inscrições'],
])('the end of %o: %s', (end, words) => expect(tierEndWords(end)).toBe(words))

test('a copy of a product has new tiers, without those that have ended', () => {
  const product = {
    ...blankProduct(),
    tiers: [tier('1º lote', { ended: true }), tier('2º lote', { held: 4 })],
  }
  const { tiers } = copyOfProduct(product, 'Cópia', [])
  expect(tiers).toMatchObject([{ name: '2º lote', held: 0 }])
  expect(tiers[0]?.id).not.toBe(product.tiers[1]?.id)
})

test('a total below the minimum charge decides, otherwise the highest', () => {
  const at = (...values: string[]) =>
    decisiveTotal({ ...blankProduct(), tiers: values.map((value) => tier(value, { value })) })
  expect(at('10.00', '4.00', '90.00')).toBe(400)
  expect(at('0.00', '90.00', '80.00')).toBe(9_000)
})

describe('problems', () => {
  const problems = (tiers: TierForm[], isDraft = false) =>
    problemsOf({ ...blankEvent(), products: [{ ...blankProduct(), name: 'Kit', tiers }] }, NO_BOUNDS, isDraft)
      .filter(({ field }) => field.startsWith('products.'))
      .map(({ field, message }) => `${field.replace('products.0.', '')}: ${message}`)
  const ending = { ends_on: '2030-01-10' }

  test('none for tiers that follow each other', () =>
    expect(problems([tier('1º', ending), tier('2º', { quantity: '10' }), tier('3º')])).toEqual([]))

  test('a missing price is reported at its tier only', () => {
    expect(problems([tier('1º', ending), tier('2º', { value: '' })])).toEqual([
      'tiers.1.value: O campo é obrigatório',
    ])
  })

  test('a tier without an end is incomplete, which a draft may be', () => {
    const endless = [tier('1º'), tier('2º')]
    expect(problems(endless)).toEqual([
      'tiers.0.ends_on: Diga até que dia ou para quantas inscrições este lote vale.',
    ])
    expect(problems(endless, true)).toEqual([])
  })

  test('a tier that ends before the one that precedes it is wrong in a draft too', () => {
    expect(problems([tier('1º', ending), tier('2º', ending), tier('3º')], true)).toEqual([
      'tiers.1.ends_on: O lote precisa terminar depois do anterior.',
    ])
  })

  test('an unfinished day is reported once', () =>
    expect(problems([tier('1º', { ends_on: '10/0' }), tier('2º')])).toHaveLength(1))

  test('the last tier may not end', () => {
    const product = { ...blankProduct(), tiers: [tier('1º', ending), tier('2º')] }
    const input = inputOf({ ...blankEvent(), title: 'Corrida', products: [product] })
    const [sent] = input.products ?? []
    const last = sent?.tiers?.map((one, i) => (i === 1 ? { ...one, quantity: 5 } : one))
    const draft = EventInput.parse({
      ...input,
      right_rules: undefined,
      state: 'SP',
      products: [{ ...sent, tiers: last }],
    })
    expect(eventProblems(draft, NO_BOUNDS, { isDraft: true })).toEqual([
      {
        field: 'products.0.tiers.1.quantity',
        message: 'O último lote vale até o fim das inscrições: deixe-o sem data e sem quantidade.',
      },
    ])
  })
})
