import type { PublicProduct } from '#contract/event/event.ts'

/** Up to this quantity the number left is shown. */
const FEW = 10

/** What is left of a shirt size: `esgotado`, `última`, `últimas 4`; null while there are enough. */
export function sizeLeftWords(quantity: number | null): string | null {
  if (quantity === 0) return 'esgotado'
  if (quantity === null || quantity > FEW) return null
  return quantity === 1 ? 'última' : `últimas ${quantity}`
}

/** `Última unidade`, `Últimas 4 unidades`; null while there are enough. */
export function kitLeftWords({
  left,
  shirt_sizes: [size, ...others],
}: Pick<PublicProduct, 'left' | 'shirt_sizes'>): string | null {
  if (!left) return null
  // The label of a single size already shows its stock.
  if (size && others.length === 0 && size.quantity === left) return null
  return left === 1 ? 'Última unidade' : `Últimas ${left} unidades`
}
