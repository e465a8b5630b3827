import type { FieldProblem } from '../errors.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import { type Cents, formatCents } from '../money.ts'
import { atTier, FEE_TYPE, type KitPrice, kitTotal } from '../pricing/kit-total.ts'
import { type FeePolicy, feeProblem, isBelowMinimum, MINIMUM_CHARGE_CENTS } from '../pricing/price.ts'
import type { EventDraft } from './event-document.ts'

type ProductDraft = EventDraft['products'][number]

/** Missing amounts of a draft's kit count as zero. */
export const priced = (product: ProductDraft): KitPrice => ({
  valueCents: product.value ?? 0,
  feeType: product.type_fee,
  feeRate: product.rate_organizer ?? 0,
  isIncrement: product.is_increment,
  shirtCents: product.shirt_value ?? 0,
})

/** A kit on sale is free or costs at least the minimum charge. */
export function totalProblems(product: ProductDraft, field: string): FieldProblem[] {
  if (product.status !== ITEM_STATUS.active) return []
  return pricesOf(product).flatMap(({ price, path }) => {
    const total = kitTotal(price)
    return isBelowMinimum(total) ? [{ field: `${field}.${path}`, message: tooSmall(total) }] : []
  })
}

const tooSmall = (total: Cents): string =>
  `O participante pagaria ${formatCents(total)}, e o menor pagamento é de ${formatCents(MINIMUM_CHARGE_CENTS)}. Aumente o valor, ou deixe o produto gratuito e sem taxa para o participante.`

/** The prices of a kit, one for each tier, and where they are in the kit. A draft's kit may have none yet. */
export function pricesOf(product: ProductDraft): { price: KitPrice; path: string }[] {
  if (isUnpriced(product)) return []
  if (product.tiers.length === 0) return [{ price: priced(product), path: 'value' }]
  return product.tiers.flatMap(({ name, value }, i) =>
    value === null
      ? []
      : [{ price: atTier(priced(product), { name, valueCents: value }), path: `tiers.${i}.value` }],
  )
}

/** Each tier but the last ends. */
export const endlessTierProblems = ({ tiers }: ProductDraft, field: string): FieldProblem[] =>
  tiers.slice(0, -1).flatMap(({ ends_on, quantity }, i) =>
    ends_on === null && quantity === null
      ? [
          {
            field: `${field}.tiers.${i}.ends_on`,
            message: 'Diga até que dia ou para quantas inscrições este lote vale.',
          },
        ]
      : [],
  )

/** The last tier has no end, and none ends before the one that precedes it. */
function tierProblems({ tiers }: ProductDraft, field: string): FieldProblem[] {
  const problems: FieldProblem[] = []
  tiers.forEach(({ name, ends_on: endsOn, quantity }, i) => {
    const at = `${field}.tiers.${i}`
    const isLast = i === tiers.length - 1
    if (name !== '' && tiers.findIndex((other) => other.name === name) < i)
      problems.push({ field: `${at}.name`, message: 'Este lote já foi adicionado.' })
    if (isLast && (endsOn !== null || quantity !== null))
      problems.push({
        field: `${at}.${endsOn === null ? 'quantity' : 'ends_on'}`,
        message: 'O último lote vale até o fim das inscrições: deixe-o sem data e sem quantidade.',
      })
    const before = tiers.slice(0, i).findLast(({ ends_on }) => ends_on !== null)?.ends_on
    if (endsOn && before && endsOn <= before)
      problems.push({ field: `${at}.ends_on`, message: 'O lote precisa terminar depois do anterior.' })
  })
  return problems
}

export function productProblems(product: ProductDraft, field: string, fees: FeePolicy): FieldProblem[] {
  const problems: FieldProblem[] = []
  const sizes = shirtSizesProblem(product)
  if (sizes) problems.push({ field: `${field}.shirt_sizes`, message: sizes })
  const lowest = Math.min(...pricesOf(product).map(({ price }) => price.valueCents))
  if (product.shirt_value !== null && product.shirt_value > lowest)
    problems.push({ field: `${field}.shirt_value`, message: 'A camiseta não pode custar mais que o kit.' })
  product.shirt_sizes.forEach(({ size }, i) => {
    if (size !== '' && product.shirt_sizes.findIndex((other) => other.size === size) < i)
      problems.push({ field: `${field}.shirt_sizes.${i}.size`, message: 'Este tamanho já foi adicionado.' })
  })
  problems.push(...tierProblems(product, field))
  const fee = rateProblem(product, fees)
  if (fee) problems.push({ field: `${field}.rate_organizer`, message: fee })
  return problems
}

/** The sentence for a kit with more shirts than units, or null. */
export function shirtSizesProblem(
  product: Pick<ProductDraft, 'name' | 'quantity'> & { shirt_sizes: readonly { quantity: number | null }[] },
): string | null {
  if (product.quantity === null) return null
  const total = product.shirt_sizes.reduce((sum, size) => sum + (size.quantity ?? 0), 0)
  return total > product.quantity
    ? `Produto "${product.name}" ultrapassou o limite de ${product.quantity} camisetas (atualmente ${total}).`
    : null
}

const isUnpriced = ({ value, rate_organizer: rate }: ProductDraft) => value === null || rate === null

function rateProblem(product: ProductDraft, fees: FeePolicy): string | null {
  if (isUnpriced(product)) return null
  const kit = priced(product)
  if (kit.feeType === FEE_TYPE.percent && kit.feeRate > 10_000) return 'O campo precisa ser de 0 a 100'
  return (
    pricesOf(product)
      .map(({ price }) => feeProblem(price, fees))
      .find((problem) => problem !== null) ?? null
  )
}
