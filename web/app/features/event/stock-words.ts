import type { PublicProduct } from '#contract/event/event.ts'

/** Up to this quantity the number left is shown. */
const FEW = 10

/** What is left of a shirt size: `esgotado`, `última`, `últimas 4`; null while there are enough. */
export function sizeLeftWords(quantity: number | null): string | null {
  if (quantity === 0) return 'esgotado'
  if (quantity === null || quantity > FEW) return null
  return quantity === 1 ? 'última' : `últimas ${quantity}`
}

/** What is left of a kit, as far as the numbers of its sizes tell. */
export function kitLeftWords({ shirt_sizes: sizes }: Pick<PublicProduct, 'shirt_sizes'>): string | null {
  // The only size says it itself.
  if (sizes.length < 2) return null
  let left = 0
  for (const { quantity } of sizes) {
    if (quantity === null) return null
    left += quantity
  }
  if (left === 0 || left > FEW) return null
  return left === 1 ? 'Última unidade' : `Últimas ${left} unidades`
}
