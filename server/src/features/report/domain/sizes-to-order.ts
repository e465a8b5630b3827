import type { EventDashboard } from '#contract/report/dashboard.ts'
import { sumOf } from './sum.ts'

interface SizeRow {
  kit_id: number
  kit: string
  kit_held: number
  /** Null: the kit has no sizes. */
  size: string | null
  size_held: number | null
}

/** Includes kits and sizes that nobody chose. */
export const sizesToOrder = (rows: readonly SizeRow[]): EventDashboard['sizes'] =>
  [...Map.groupBy(rows, ({ kit_id }) => kit_id).values()].map((own) => {
    const { kit, kit_held: registrations } = own[0] ?? { kit: '', kit_held: 0 }
    const sizes = own.flatMap(({ size, size_held }) =>
      size === null ? [] : [{ size, registrations: size_held ?? 0 }],
    )
    const sizeless = registrations - sumOf(sizes, (one) => one.registrations)
    return {
      kit,
      registrations,
      sizes: sizes.length === 0 || sizeless > 0 ? [...sizes, { size: null, registrations: sizeless }] : sizes,
    }
  })
