import { shirtSizesProblem } from '#contract/event-rules.ts'
import type { EventForm, ProductForm } from './event-form.ts'

const count = (text: string) => (text.trim() === '' ? null : Number(text))

/** More shirts than kits: the sentence that says so, or null. Both are counted as they are being typed. */
export const sizesProblem = ({
  name,
  quantity,
  shirt_sizes,
}: Pick<ProductForm, 'name' | 'quantity' | 'shirt_sizes'>): string | null =>
  shirtSizesProblem({
    name,
    quantity: count(quantity),
    shirt_sizes: shirt_sizes.map((size) => ({ ...size, quantity: count(size.quantity) })),
  })

/** What keeps one on the step of the products. */
export const allSizesProblems = ({ products }: Pick<EventForm, 'products'>): string[] =>
  products.flatMap((product) => sizesProblem(product) ?? [])

export const sizesTotal = ({ shirt_sizes }: Pick<ProductForm, 'shirt_sizes'>): number =>
  shirt_sizes.reduce((sum, { quantity }) => sum + (count(quantity) ?? 0), 0)
