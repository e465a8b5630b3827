import { toBrazilianDate } from '#contract/dates.ts'
import { formatDecimal } from '#contract/money.ts'
import { plural } from '#contract/words.ts'
import { blankTier, type ProductForm, remaining, type TierForm } from './event-form.ts'

const NUMBERED = /^\d+º lote$/

/** The name of one more tier: `3º lote`. */
export function nextTierName(tiers: readonly TierForm[]): string {
  const names = remaining(tiers).map(({ name }) => name)
  let number = names.length + 1
  while (names.includes(`${number}º lote`)) number++
  return `${number}º lote`
}

/** The first tiers of a product that had one price. The first of them has that price. */
export const firstTiers = ({ value }: Pick<ProductForm, 'value'>): TierForm[] => [
  blankTier('1º lote', value),
  blankTier('2º lote'),
]

export const lastTier = (tiers: readonly TierForm[]): number => tiers.findLastIndex(({ removed }) => !removed)

/** A tier is added after the last one, unless that has a name of its own, such as "Lote final". */
export function newTierIndex(tiers: readonly TierForm[]): number {
  const last = lastTier(tiers)
  return NUMBERED.test(tiers[last]?.name.trim() ?? '') ? last + 1 : last
}

/** The tiers that still sell, in one line: `1º lote R$ 100,00 · 2º lote R$ 120,00`. */
export const tiersSummary = (tiers: readonly TierForm[]): string =>
  remaining(tiers)
    .filter(({ ended }) => !ended)
    .map(({ name, value }) => `${name || 'Lote'} ${value ? formatDecimal(value) : 'sem valor'}`)
    .join(' · ')

/** `até 31/12/2026 ou 100 inscrições`. */
export function tierEndWords({ ends_on, quantity }: Pick<TierForm, 'ends_on' | 'quantity'>): string {
  const units = quantity === '' ? null : plural(Number(quantity), 'inscrição', 'inscrições')
  const ends = [ends_on && toBrazilianDate(ends_on), units].filter(Boolean)
  return ends.length > 0 ? `até ${ends.join(' ou ')}` : ''
}

export const soldWords = ({ held }: Pick<TierForm, 'held'>): string => plural(held, 'vendida', 'vendidas')
