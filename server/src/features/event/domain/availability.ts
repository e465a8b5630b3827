import { isSoldIn } from '#contract/event/kit-categories.ts'

/** A stock level; `capacity` null means no limit. */
export interface Level {
  capacity: number | null
  held: number
}

export interface KitStock {
  /** Empty: for every category. */
  categoryIds: readonly number[]
  level: Level
  sizes: readonly { level: Level }[]
}

export interface CategoryStock {
  id: number
  level: Level
}

const FEW = 50
const FEW_OF = 10
const FEW_UNITS = 10

/** Spots left, never below 0; null means no limit. */
export const left = (level: Level): number | null =>
  level.capacity === null ? null : Math.max(0, level.capacity - level.held)

export const isFull = (level: Level): boolean => left(level) === 0

export const isKitSoldOut = (kit: Pick<KitStock, 'level' | 'sizes'>): boolean =>
  isFull(kit.level) || (kit.sizes.length > 0 && kit.sizes.every((size) => isFull(size.level)))

/** Full itself, or without a kit on sale that is not sold out. */
export function isCategorySoldOut(category: CategoryStock, kits: readonly KitStock[]): boolean {
  if (isFull(category.level)) return true
  const offered = kits.filter((kit) => isFor(kit, category))
  return offered.length > 0 && offered.every(isKitSoldOut)
}

interface RaceStock {
  event: Level
  /** The active modalities. */
  modalities: readonly { level: Level; categories: readonly CategoryStock[] }[]
  /** The kits on sale. */
  kits: readonly KitStock[]
}

const isFor = (kit: KitStock, category: CategoryStock): boolean => isSoldIn(kit.categoryIds, category.id)

/** The same rule as `hasOffer` in queries.ts. */
export const hasOffer = ({ modalities, kits }: RaceStock): boolean =>
  modalities.some(({ categories }) => categories.some((category) => kits.some((kit) => isFor(kit, category))))

/** Some combination has a spot at every level. The same rule as `hasVacancy` in queries.ts. */
export function hasVacancy({ event, modalities, kits }: RaceStock): boolean {
  if (isFull(event)) return false
  const left = kits.filter((kit) => !isKitSoldOut(kit))
  return modalities.some(
    ({ level, categories }) =>
      !isFull(level) &&
      categories.some((category) => !isFull(category.level) && left.some((kit) => isFor(kit, category))),
  )
}

/** The smaller of two limits: the limit of the level itself, and the sum of the limits of its parts. */
function within(level: Level, parts: readonly Level[]): Level {
  const total = parts.reduce<Level>(
    (sum, part) => ({
      capacity: sum.capacity === null || part.capacity === null ? null : sum.capacity + part.capacity,
      held: sum.held + part.held,
    }),
    { capacity: parts.length > 0 ? 0 : null, held: 0 },
  )
  const own = left(level)
  const theirs = left(total)
  if (theirs === null || (own !== null && own <= theirs)) return level
  return total
}

/** Null unless at most ten units are left, by the kit's own limit and those of its sizes. */
export function kitLeft(kit: Pick<KitStock, 'level' | 'sizes'>): number | null {
  const units = left(
    within(
      kit.level,
      kit.sizes.map((size) => size.level),
    ),
  )
  return units !== null && units <= FEW_UNITS ? units : null
}

/** Null unless few are left: at most fifty, or a tenth of the capacity. */
export function spotsLeft(stock: {
  event: Level
  modalities: readonly { level: Level; categories: readonly CategoryStock[] }[]
}): number | null {
  const bound = within(
    stock.event,
    stock.modalities.map((modality) =>
      within(
        modality.level,
        modality.categories.map((category) => category.level),
      ),
    ),
  )
  const spots = left(bound)
  if (spots === null || bound.capacity === null) return null
  return spots <= FEW || spots * FEW_OF <= bound.capacity ? spots : null
}
