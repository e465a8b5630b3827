import type { Price } from '#contract/price.ts'

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
