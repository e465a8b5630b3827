import { toBrazilianDate } from '#contract/dates.ts'
import type { PublicProduct } from '#contract/event/event.ts'
import { firstCategory, isSoldIn } from '#contract/event/kit-categories.ts'
import { markupHtml } from '#contract/markup.ts'
import { toDecimal } from '#contract/money.ts'
import type { EligibilityRule } from '#contract/pricing/eligibility.ts'
import { FEE_TYPE, serviceFee } from '#contract/pricing/kit-total.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import { listWords } from '#contract/words.ts'
import { isKitSoldOut, type KitStock, kitLeft, left } from '../domain/availability.ts'
import { currentPrice, tierOf } from '../domain/kit-price.ts'
import type { CardRow, EventRow } from './queries.ts'

export type KitRow = CardRow['kits'][number]
export type ModalityRow = CardRow['modalities'][number]

export const stockOf = (kit: KitRow): KitStock => ({
  categoryIds: kit.category_ids,
  level: kit,
  sizes: kit.sizes.map((size) => ({ level: size })),
})

export const ruleOf = ({ sex, min_age, max_age }: EligibilityRule): EligibilityRule => ({
  sex,
  min_age,
  max_age,
})

export const htmlOf = (text: string | null): string | null => (text ? markupHtml(text) : null)

/** A modality's name stands for all its categories when there are several. Null: all categories. */
function soldIn(ids: readonly number[], modalities: readonly ModalityRow[]): string | null {
  const names = modalities.flatMap(({ name, categories }) => {
    const own = categories.filter(({ id }) => ids.includes(id))
    const isWhole = own.length > 1 && own.length === categories.length
    return isWhole ? name : own.map((category) => `${name} · ${category.name}`)
  })
  const isEverywhere = modalities.every(({ categories }) => categories.every(({ id }) => isSoldIn(ids, id)))
  return isEverywhere ? null : listWords(names)
}

export function presentProduct(
  kit: KitRow,
  { modalities, today }: Pick<EventRow, 'modalities' | 'today'>,
): PublicProduct {
  const price = currentPrice(kit, today)
  const [tier, next] = openTiers(
    kit.tiers.map((row) => ({ ...tierOf(row), level: row })),
    today,
  )
  return {
    id: kit.id,
    name: kit.name,
    description: kit.description,
    description_html: htmlOf(kit.description),
    value: toDecimal(price.valueCents),
    tier: tier
      ? {
          id: tier.level.id,
          name: tier.name,
          value: toDecimal(tier.valueCents),
          ends_on: tier.endsOn && toBrazilianDate(tier.endsOn),
          remaining: left(tier.level),
        }
      : null,
    next_tier: next ? { id: next.level.id, name: next.name, value: toDecimal(next.valueCents) } : null,
    shirt_value: toDecimal(kit.shirt_cents ?? 0),
    type_fee: kit.fee_type === FEE_TYPE.percent ? FEE_TYPE.percent : FEE_TYPE.fixed,
    // Basis points as percent and cents as reais have the same digits.
    rate_organizer: toDecimal(kit.fee_rate),
    is_increment: kit.is_increment,
    category_id: firstCategory(kit.category_ids),
    category_ids: kit.category_ids,
    sold_in: soldIn(kit.category_ids, modalities),
    product_image: kit.image_path,
    sold_out: isKitSoldOut(stockOf(kit)),
    left: kitLeft(stockOf(kit)),
    shirt_sizes: kit.sizes.map((size) => ({
      id: size.id,
      size: size.name,
      quantity: left(size),
      width_cm: size.width_cm,
      length_cm: size.length_cm,
    })),
    ...ruleOf(kit),
    calculated: {
      is_fee_charged_to_participant: kit.is_increment,
      service_fee: toDecimal(serviceFee(price)),
    },
  }
}
