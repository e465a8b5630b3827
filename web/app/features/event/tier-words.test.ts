import { expect, test } from 'vitest'
import type { PublicProduct } from '#contract/event/event.ts'
import { EVENT } from '#web-test/sample-event.ts'
import { tierWords } from './tier-words.ts'

const TODAY = '2026-11-20'

const [KIT] = EVENT.products
if (!KIT) throw new Error('the sample event has no kits')
const kit = (
  tier: Partial<NonNullable<PublicProduct['tier']>>,
  next: string | null = '120.00',
  changes: Partial<PublicProduct> = {},
): PublicProduct => ({
  ...KIT,
  tier: { id: 1, name: '1º lote', value: '100.00', ends_on: null, remaining: null, ...tier },
  next_tier: next === null ? null : { id: 2, name: '2º lote', value: next },
  ...changes,
})
const words = (product: PublicProduct) => tierWords(product, TODAY)?.replaceAll('\u00a0', ' ')

test.each([
  ['23/11/2026', null, 'vira em 3 dias'],
  ['22/11/2026', null, 'vira em 2 dias'],
  ['21/11/2026', null, 'vira amanhã'],
  ['20/11/2026', null, 'vira hoje'],
  ['23/11/2026', 42, 'vira em 3 dias ou 42 inscrições'],
  ['23/11/2026', 1, 'vira em 3 dias ou 1 inscrição'],
  ['21/11/2026', 42, 'vira amanhã ou em 42 inscrições'],
  ['20/11/2026', 1, 'vira hoje ou em 1 inscrição'],
  ['23/11/2026', 0, 'vira em 3 dias'],
  [null, 1042, 'restam 1.042 inscrições neste lote'],
  [null, 1, 'resta 1 inscrição neste lote'],
])('a tier until %s with %s registrations left: %s', (ends_on, remaining, expected) => {
  expect(words(kit({ ends_on, remaining }))).toBe(`1º lote · ${expected} · depois R$ 129,00`)
})

test('the next price contains a fee that the participant pays, and no other', () => {
  const ending = { ends_on: '23/11/2026' }
  expect(words(kit(ending, '140.00'))).toMatch(/depois R\$ 150,50$/)
  expect(words(kit(ending, '140.00', { is_increment: false }))).toMatch(/depois R\$ 140,00$/)
  expect(words(kit(ending, '140.00', { type_fee: 1, rate_organizer: '5.00' }))).toMatch(/depois R\$ 145,00$/)
  expect(words(kit(ending, '0.00'))).toMatch(/depois gratuito$/)
})

test('the last tier is only named, a kit without tiers is not mentioned', () => {
  expect(words(kit({ name: '3º lote' }, null))).toBe('3º lote')
  expect(tierWords(KIT, TODAY)).toBeNull()
})
