import type { BasisPoints, Cents } from '#contract/money.ts'
import { groupDiscountOf, sharedFreePlaces } from '#contract/pricing/group-price.ts'
import { groupLines } from '#contract/pricing/price.ts'
import { storedLines } from '#server/features/event/domain/kit-price.ts'
import type { StoredLine } from './price-lines.ts'

/** A registration whose group may pay. */
export interface GroupPriced {
  id: number
  value_cents: Cents
  discount_cents: Cents
  total_cents: Cents
  price_lines: StoredLine[]
  is_stackable: boolean
  paid_cents: Cents
  /** Nothing was paid, so that the group decides on the price. */
  is_repriced: boolean
}

const GROUP_KINDS: readonly StoredLine['kind'][] = ['group', 'group_free']

export const hasGroupPrice = (lines: readonly StoredLine[]): boolean =>
  lines.some(({ kind }) => GROUP_KINDS.includes(kind))

const sumOf = (lines: readonly StoredLine[]): Cents =>
  lines.reduce((sum, { amount_cents: cents }) => sum + cents, 0)

type Price = Pick<GroupPriced, 'discount_cents' | 'total_cents' | 'price_lines'>

/** The price of a registration whose runner pays alone. */
export function singlePrice<P extends Price>(price: P): P {
  const isOfGroup = ({ kind }: StoredLine) => GROUP_KINDS.includes(kind)
  return withLines(
    price,
    price.price_lines.filter((line) => !isOfGroup(line)),
  )
}

function withLines<P extends Price>(price: P, lines: StoredLine[]): P {
  const change = sumOf(lines) - price.total_cents
  return {
    ...price,
    discount_cents: price.discount_cents - change,
    total_cents: price.total_cents + change,
    price_lines: lines,
  }
}

export interface GroupPlan<P> {
  prices: { single: P; price: P }[]
  /** The amount of one payment for all these registrations. */
  owedCents: Cents
  /** What the group price saves compared with the single prices. */
  savedCents: Cents
  freePlaces: number
}

export const owedOf = ({ total_cents, paid_cents }: Pick<GroupPriced, 'total_cents' | 'paid_cents'>): Cents =>
  Math.max(0, total_cents - paid_cents)

/** The prices of registrations that one payment of their group pays for (docs/algorithms/groups.md). */
export function planGroupPrices<P extends GroupPriced>(
  registrations: readonly P[],
  { rate, freeEvery }: { rate: BasisPoints; freeEvery: number | null },
): GroupPlan<P> {
  const parts = registrations.map((stored) => {
    const single = stored.is_repriced ? singlePrice(stored) : stored
    const groupCents = stored.is_repriced ? groupDiscountOf(othersOf(single), rate) : 0
    const kitCents = stored.is_repriced ? single.value_cents - single.discount_cents - groupCents : 0
    return { single, groupCents, kitCents }
  })
  const { places, shares } = sharedFreePlaces(
    parts.map(({ kitCents }) => kitCents),
    freeEvery,
  )
  const prices = parts.map(({ single, groupCents }, i) => ({
    single,
    price: withGroup(single, storedLines(groupLines(groupCents, { rate, freeCents: shares[i] ?? 0 }))),
  }))
  const sum = (of: (one: (typeof prices)[number]) => Cents) =>
    prices.reduce((total, one) => total + of(one), 0)
  const owedCents = sum(({ price }) => owedOf(price))
  return {
    prices,
    owedCents,
    savedCents: sum(({ single }) => owedOf(single)) - owedCents,
    freePlaces: places,
  }
}

function othersOf({ value_cents: valueCents, price_lines, is_stackable: stackable }: GroupPriced) {
  const taken = (wanted: StoredLine['kind']) => -sumOf(price_lines.filter(({ kind }) => kind === wanted))
  return { valueCents, rightCents: taken('right'), couponCents: taken('coupon'), stackable }
}

/** The group's lines stand before the service fee, as `priceOf` orders them. */
function withGroup<P extends Price>(single: P, lines: StoredLine[]): P {
  if (lines.length === 0) return single
  const isDiscounted = ({ kind }: StoredLine) => ['kit', 'tier', 'right', 'coupon'].includes(kind)
  const [before, after] = [true, false].map((wanted) =>
    single.price_lines.filter((line) => isDiscounted(line) === wanted),
  )
  return withLines(single, [...(before ?? []), ...lines, ...(after ?? [])])
}
