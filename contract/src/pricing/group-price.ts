import { type BasisPoints, type Cents, formatBasisPoints, percentOf } from '../money.ts'
import { plural } from '../words.ts'

/** A discount for groups with so many members. */
export interface GroupStep {
  minMembers: number
  rate: BasisPoints
}

/** What a registration saves because its group pays (docs/algorithms/groups.md, "Group price"). */
export interface GroupDiscount {
  rate: BasisPoints
  /** Its part of the free places of the payment. */
  freeCents: Cents
}

export const NO_GROUP: GroupDiscount = { rate: 0, freeCents: 0 }

/** The greatest discount of the steps that a group has reached. */
export const groupRate = (steps: readonly GroupStep[], members: number): BasisPoints =>
  Math.max(0, ...steps.filter(({ minMembers }) => minMembers <= members).map(({ rate }) => rate))

/** The nearest step that gives more; null: there is none. */
export function nextStep(steps: readonly GroupStep[], members: number): GroupStep | null {
  const rate = groupRate(steps, members)
  const [next = null] = steps
    .filter((step) => step.minMembers > members && step.rate > rate)
    .toSorted((a, b) => a.minMembers - b.minMembers)
  return next
}

export interface OtherDiscounts {
  valueCents: Cents
  rightCents: Cents
  /** The right goes with other discounts. */
  stackable: boolean
  couponCents: Cents
}

/** What the group's rate saves beyond a coupon, or a right that is not stackable: the greater discount counts. */
export function groupDiscountOf(
  { valueCents, rightCents, stackable, couponCents }: OtherDiscounts,
  rate: BasisPoints,
): Cents {
  const [base, other] = stackable
    ? [valueCents - rightCents, couponCents]
    : [valueCents, rightCents + couponCents]
  return Math.max(0, percentOf(base, rate) - other)
}

/**
 * Of each `every` payers and one more, the cheapest is free. All of them share what that saves, in proportion
 * to what they pay for their kits.
 */
export function sharedFreePlaces(
  kitCents: readonly Cents[],
  every: number | null,
): { places: number; shares: Cents[] } {
  const paid = kitCents.filter((cents) => cents > 0).toSorted((a, b) => a - b)
  const places = every === null ? 0 : Math.floor(paid.length / (every + 1))
  const sum = (some: readonly Cents[]) => some.reduce((total, cents) => total + cents, 0)
  let [left, of] = [sum(paid.slice(0, places)), sum(paid)]
  // Each takes its part of what is left, so that the rounded parts add up.
  const shares = kitCents.map((cents) => {
    const share = of === 0 ? 0 : Math.round((left * cents) / of)
    left -= share
    of -= cents
    return share
  })
  return { places, shares }
}

export const stepWords = ({ minMembers, rate }: GroupStep): string =>
  `a partir de ${minMembers}: ${formatBasisPoints(rate)} de desconto`

export const freePlaceWords = (every: number): string =>
  `A cada ${plural(every, 'pagante', 'pagantes')} no mesmo Pix`
