import type { KitPrice, Price } from '#contract/pricing/price.ts'
import { FEE_TYPE } from '#contract/pricing/price.ts'

interface KitRow {
  name: string
  value_cents: number
  fee_type: number
  fee_rate: number
  is_increment: boolean
}

export const kitPrice = (kit: KitRow): KitPrice & { name: string } => ({
  name: kit.name,
  valueCents: kit.value_cents,
  feeType: kit.fee_type === FEE_TYPE.percent ? FEE_TYPE.percent : FEE_TYPE.fixed,
  feeRate: kit.fee_rate,
  isIncrement: kit.is_increment,
})

/** For a kit of a draft: missing amounts count as zero. */
export const draftKitPrice = (
  kit: Omit<KitRow, 'value_cents' | 'fee_rate'> & { value_cents: number | null; fee_rate: number | null },
) => kitPrice({ ...kit, value_cents: kit.value_cents ?? 0, fee_rate: kit.fee_rate ?? 0 })

export const priceColumns = (price: Price) => ({
  value_cents: price.valueCents,
  discount_cents: price.discountCents,
  fee_cents: price.feeCents,
  total_cents: price.totalCents,
  price_lines: price.lines.map(({ kind, label, amountCents }) => ({
    kind,
    label,
    amount_cents: amountCents,
  })),
})
