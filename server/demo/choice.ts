import type { IsoDate } from '#contract/dates.ts'
import { SEX } from '#contract/documents.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import { ageOn } from '#contract/registration/age.ts'
import type { EventDocument } from '#server/features/event-management/domain/document.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

type Category = EventDocument['categories'][number]
type Kit = EventDocument['kits'][number]
type ShirtSize = EventDocument['shirt_sizes'][number]

export interface Choice {
  category: Category
  kit: Kit
  size: ShirtSize | null
}

/** Without a minimum age, a category is not for children, nor for seniors who have one of their own. */
function fits({ name, sex, min_age, max_age }: Category, person: Person, age: number, hasSeniors: boolean) {
  if (name === 'PCD' || (sex !== null && sex !== person.sex)) return false
  if (min_age === null) return age >= 14 && !(age >= 60 && hasSeniors)
  return age >= min_age && (max_age === null || age <= max_age)
}

/** Relative frequency of sizes. */
function likelihood(size: string, sex: Person['sex']): number {
  if (size.startsWith('Baby')) return sex === SEX.female ? 3 : 0
  if (size === 'M') return 4
  if (size === 'P') return sex === SEX.female ? 4 : 1
  return size === 'G' || size === 'GG' ? (sex === SEX.male ? 3 : 1) : 0.5
}

function weighted<T>(random: Random, items: readonly T[], weight: (item: T) => number): T | null {
  const total = items.reduce((sum, item) => sum + weight(item), 0)
  let rest = random.between(0, total)
  for (const item of items) {
    rest -= weight(item)
    if (rest < 0) return item
  }
  return null
}

/** Null when no category admits the runner. */
export function choose(
  document: EventDocument,
  person: Person,
  eventOn: IsoDate,
  random: Random,
): Choice | null {
  const age = ageOn(person.birthOn, eventOn)
  const hasSeniors = document.categories.some((category) => category.name === '60+')
  const own = document.categories.filter((category) => fits(category, person, age, hasSeniors))
  if (own.length === 0) return null
  const chosen = random.pick(own)
  const pcd = document.categories.find(
    ({ name, modality_id: id }) => name === 'PCD' && id === chosen.modality_id,
  )
  const category = pcd && random.chance(0.03) ? pcd : chosen

  const offered = document.kits.filter(({ category_ids: ids }) => isSoldIn(ids, category.id))
  const special = offered.find((kit) => kit.category_ids.includes(category.id))
  const kit = special ?? weighted(random, offered, ({ name }) => (name === 'Kit Completo' ? 6 : 2))
  if (!kit) return null

  const capacities = new Map(document.stock_levels.map((level) => [level.id, level.capacity]))
  const sizes = document.shirt_sizes.filter((size) => size.kit_id === kit.id)
  const left = sizes.filter((size) => capacities.get(size.stock_level_id) !== 0)
  const size = weighted(random, left, ({ name }) => likelihood(name, person.sex))
  return sizes.length > 0 && !size ? null : { category, kit, size }
}
