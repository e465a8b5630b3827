import type { PublicProduct } from '#contract/event.ts'
import classes from './kit-sizes.module.css'

/** Fewer than this are told as a number. */
const FEW = 10

export function KitSizes({ sizes }: { sizes: PublicProduct['shirt_sizes'] }) {
  if (sizes.length === 0) return null
  return (
    <ul className={classes.sizes} aria-label="Tamanhos">
      {sizes.map(({ id, size, quantity }) => (
        <li key={id} className={classes.size} data-gone={quantity === 0 || undefined}>
          <span>{size}</span> <span className={classes.left}>{leftWords(quantity)}</span>
        </li>
      ))}
    </ul>
  )
}

function leftWords(quantity: number | null): string | null {
  if (quantity === 0) return 'esgotado'
  if (quantity === null || quantity > FEW) return null
  return quantity === 1 ? 'resta 1' : `restam ${quantity}`
}
