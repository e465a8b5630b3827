import type { KitPrice, Price } from '#contract/price.ts'

interface KitRow {
  name: string
  value_cents: number
  fee_type: number
  fee_rate: number
  is_increment: boolean
}

/** A kit's row as the input of the price function. */
export const kitPrice = (kit: KitRow): KitPrice & { name: string } => ({
  name: kit.name,
  valueCents: kit.value_cents,
  feeType: kit.fee_type === 0 ? 0 : 1,
  feeRate: kit.fee_rate,
  isIncrement: kit.is_increment,
})

/** A price as a registration keeps it. */
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
