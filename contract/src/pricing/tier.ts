import type { IsoDate } from '../dates.ts'
import type { Cents } from '../money.ts'

/** A price tier (lote) of a kit: its price until a day, or until a number of registrations is sold. */
export interface Tier {
  name: string
  valueCents: Cents
  /** The last day at this price, in the event's time zone. */
  endsOn: IsoDate | null
  /** The tier has sold its last unit, and never sells again. */
  isClosed: boolean
}

const isOver = ({ endsOn, isClosed }: Tier, day: IsoDate): boolean =>
  isClosed || (endsOn !== null && endsOn < day)

/**
 * The tiers that may still sell on a day, the current one first. The last tier of a kit has no end. Empty for
 * a kit without tiers.
 */
export const openTiers = <T extends Tier>(tiers: readonly T[], day: IsoDate): T[] =>
  tiers.filter((tier, index) => index === tiers.length - 1 || !isOver(tier, day))
