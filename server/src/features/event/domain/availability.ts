/** What a stock level says: no limit is null. */
export interface Level {
  capacity: number | null
  held: number
}

export interface KitStock {
  /** Null: for every category. */
  categoryId: number | null
  level: Level
  sizes: readonly { level: Level }[]
}

export interface CategoryStock {
  id: number
  level: Level
}

const FEW = 50
const FEW_OF = 10

/** Vacancies left, never below 0; null is no limit. */
export const left = (level: Level): number | null =>
  level.capacity === null ? null : Math.max(0, level.capacity - level.held)

export const isFull = (level: Level): boolean => left(level) === 0

/** A kit is sold out at its own level, or when it has sizes and every one is. */
export const isKitSoldOut = (kit: Pick<KitStock, 'level' | 'sizes'>): boolean =>
  isFull(kit.level) || (kit.sizes.length > 0 && kit.sizes.every((size) => isFull(size.level)))

/** A category is sold out at its own level, or when it has kits on sale and every one is sold out. */
export function isCategorySoldOut(category: CategoryStock, kits: readonly KitStock[]): boolean {
  if (isFull(category.level)) return true
  const offered = kits.filter((kit) => isFor(kit, category))
  return offered.length > 0 && offered.every(isKitSoldOut)
}

interface RaceStock {
  event: Level
  /** Active ones. */
  modalities: readonly { level: Level; categories: readonly CategoryStock[] }[]
  /** On sale. */
  kits: readonly KitStock[]
}

const isFor = (kit: KitStock, category: CategoryStock): boolean =>
  kit.categoryId === null || kit.categoryId === category.id

/** Some modality has a category with a kit: `hasOffer` of queries.ts, without the database. */
export const hasOffer = ({ modalities, kits }: RaceStock): boolean =>
  modalities.some(({ categories }) => categories.some((category) => kits.some((kit) => isFor(kit, category))))

/** Some way through modality, category, kit and size has room at every level: `hasVacancy` of queries.ts, without the database. */
export function hasVacancy({ event, modalities, kits }: RaceStock): boolean {
  if (isFull(event)) return false
  const left = kits.filter((kit) => !isKitSoldOut(kit))
  return modalities.some(
    ({ level, categories }) =>
      !isFull(level) &&
      categories.some((category) => !isFull(category.level) && left.some((kit) => isFor(kit, category))),
  )
}

/** A bound from below and the sum of what lies under it, either without limit. */
function within(level: Level, parts: Level[]): Level {
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

/**
 * How many places are left, told only when that is news: at most fifty, or a tenth of all. Counts the event's own limit and
 * those of its active modalities and their categories, whichever binds; null when places are plenty or without limit.
 */
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
  const places = left(bound)
  if (places === null || bound.capacity === null) return null
  return places <= FEW || places * FEW_OF <= bound.capacity ? places : null
}
