import type { KitPrice } from '#contract/price.ts'

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
