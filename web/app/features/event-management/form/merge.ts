import { EVENT_LISTS } from '#contract/event-management/event-document.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { type EventForm, isNew } from './event-form.ts'
import { nameOf, placeWords } from './field-words.ts'
import { isList, type ListKey } from './labels.ts'

/* Two people changed the same form. Items of lists are matched by their ids, whatever their order. */

type Values = Readonly<Record<string, unknown>>
export type Side = 'mine' | 'theirs'

/** The item as a whole, which one of both lacks, and the order of a list. */
export const ITEM = 'item'
export const ORDER = 'order'

export interface Difference {
  /** Lists, ids and the field: `products.12.value`. */
  key: string
  label: string
  list: ListKey | null
  /** A field, `ITEM` or `ORDER`. */
  field: string
  /** Undefined for an item that this side lacks. */
  mine: unknown
  theirs: unknown
  /** Against what both started with. True for both if that is unknown. */
  mineChanged: boolean
  theirsChanged: boolean
}

export const isConflict = ({ mineChanged, theirsChanged }: Difference): boolean =>
  mineChanged && theirsChanged

/** What only they changed is theirs, everything else mine. */
export const preferred = ({ mineChanged, theirsChanged }: Difference): Side =>
  theirsChanged && !mineChanged ? 'theirs' : 'mine'

/** What the server says about an item or the event. Nobody types it. */
const FACTS = ['lock_version', 'held', 'in_use', 'ended', 'removed', 'id']

const idField = (list: ListKey): string =>
  list === 'modalities'
    ? 'modality_id'
    : list === 'categories'
      ? 'category_id'
      : list === 'payment_methods'
        ? 'type'
        : 'id'

const textOf = (value: unknown) =>
  JSON.stringify(value, (key, part: unknown) => (FACTS.includes(key) ? undefined : part)) ?? ''
const same = (one: unknown, other: unknown) => textOf(one) === textOf(other)

export function differencesBetween(base: EventForm | null, mine: EventForm, theirs: EventForm): Difference[] {
  const found: Difference[] = []
  merge(base, mine, theirs, (difference) => {
    found.push(difference)
    return 'theirs'
  })
  return found
}

/** `base` is what both started with. Facts such as the units held are theirs. */
export const merge = (
  base: EventForm | null,
  mine: EventForm,
  theirs: EventForm,
  choose: (difference: Difference) => Side,
): EventForm =>
  mergeFields({ base: base ?? undefined, mine: adopted(mine, theirs), theirs }, [], null, choose) as EventForm

/** Base, mine and theirs of one place of the form. */
interface Three<T> {
  base: T | undefined
  mine: T
  theirs: T
}
/** The lists, items and ids that lead to a place, with the words for it. */
type Path = readonly (readonly [key: string, words: string])[]
type Choose = (difference: Difference) => Side

function difference(
  { base, mine, theirs }: Three<unknown>,
  path: Path,
  place: Pick<Difference, 'list' | 'field'> & { known: boolean },
): Difference {
  const { known, ...rest } = place
  return {
    ...rest,
    key: [...path.map(([key]) => key), place.field].join('.'),
    label: [...path.map(([, words]) => words), placeWords(place.list, place.field)]
      .filter(Boolean)
      .join(', '),
    mine,
    theirs,
    mineChanged: !known || !same(base, mine),
    theirsChanged: !known || !same(base, theirs),
  }
}

function mergeFields(
  { base, mine, theirs }: Three<Values>,
  path: Path,
  list: ListKey | null,
  choose: Choose,
): Values {
  const skipped = list === null ? FACTS : [...FACTS, idField(list)]
  const fields = Object.keys(theirs).map((field) => {
    const three = { base: base?.[field], mine: mine[field], theirs: theirs[field] }
    if (isList(field)) return [field, mergeItems(three as Three<Values[]>, path, field, choose)]
    if (skipped.includes(field) || same(three.mine, three.theirs)) return [field, three.theirs]
    const side = choose(difference(three, path, { list, field, known: base !== undefined }))
    return [field, three[side]]
  })
  return Object.fromEntries(fields)
}

function mergeItems(three: Three<Values[]>, path: Path, list: ListKey, choose: Choose): Values[] {
  const idOf = (item: Values) => Number(item[idField(list)])
  const live = (items: readonly Values[] = []) => items.filter(({ removed }) => removed !== true)
  const find = (items: readonly Values[] | undefined, id: number) =>
    live(items).find((item) => idOf(item) === id)
  const known = three.base !== undefined
  const items = new Map<number, Values>()
  for (const id of new Set([...three.theirs, ...three.mine].map(idOf))) {
    const [base, mine, theirs] = [find(three.base, id), find(three.mine, id), find(three.theirs, id)]
    const shown = mine ?? theirs
    const gone = three.theirs.find((item) => idOf(item) === id)
    if (!shown) {
      if (gone) items.set(id, gone)
      continue
    }
    const words = placeWords(list, ITEM, list === 'payment_methods' ? PAYMENT_TYPES[id] : nameOf(shown))
    const at: Path = [...path, [`${list}.${id}`, words]]
    if (mine && theirs) {
      items.set(id, mergeFields({ base, mine, theirs }, at, list, choose))
      continue
    }
    const side = choose(difference({ base, mine, theirs }, at, { list, field: ITEM, known }))
    if (side === 'mine' ? mine : theirs) items.set(id, shown)
    else if (!isNew(id)) items.set(id, { ...shown, removed: true })
    else if (gone) items.set(id, { ...gone, removed: true })
  }
  return inOrder(three, items, { path, list, idOf, choose })
}

interface Order {
  path: Path
  list: ListKey
  idOf: (item: Values) => number
  choose: Choose
}

/** Items that the chosen side lacks follow the others. */
function inOrder(
  three: Three<Values[]>,
  items: ReadonlyMap<number, Values>,
  { path, list, idOf, choose }: Order,
): Values[] {
  const [mine, theirs] = [three.mine.map(idOf), three.theirs.map(idOf)]
  const common = (ids: readonly number[], others: readonly number[]) =>
    ids.filter((id) => others.includes(id) && items.has(id))
  const [my, their] = [common(mine, theirs), common(theirs, mine)]
  let order = theirs
  if (!same(my, their)) {
    const names = (ids: readonly number[]) => ids.map((id) => nameOf(items.get(id) ?? {}) || '—').join(' · ')
    const base = three.base && common(three.base.map(idOf), my)
    const orders = { base: base && names(base), mine: names(my), theirs: names(their) }
    const known = base?.length === my.length
    const at: Path = [...path, [list, EVENT_LISTS[list]]]
    if (choose(difference(orders, at, { list, field: ORDER, known })) === 'mine') order = mine
  }
  const position = (id: number) => (order.indexOf(id) < 0 ? order.length : order.indexOf(id))
  return [...items].sort(([one], [other]) => position(one) - position(other)).map(([, item]) => item)
}

/**
 * Mine, with the ids that their save gave to items that are new in mine: the same list and name. Otherwise
 * what both hold would be there twice.
 */
function adopted(mine: EventForm, theirs: EventForm): Values {
  const ids = new Map<number, number>()
  adopt(mine, theirs, ids)
  return ids.size === 0 ? mine : (withIds(mine, ids) as Values)
}

function adopt(mine: Values, theirs: Values, ids: Map<number, number>): void {
  for (const list of Object.keys(mine).filter(isList)) {
    const idOf = (item: Values) => Number(item[idField(list)])
    const [ours, others] = [mine[list], theirs[list]] as [Values[], Values[] | undefined]
    const known = new Set(ours.map(idOf))
    const free = new Set((others ?? []).filter((item) => !known.has(idOf(item))))
    for (const item of ours) {
      const id = idOf(item)
      const twin =
        others?.find((other) => idOf(other) === id) ??
        [...free].find((other) => isNew(id) && nameOf(other) !== '' && nameOf(other) === nameOf(item))
      if (!twin) continue
      free.delete(twin)
      if (idOf(twin) !== id) ids.set(id, idOf(twin))
      adopt(item, twin, ids)
    }
  }
}

/** References to an item hold its id as text. */
function withIds(value: unknown, ids: ReadonlyMap<number, number>): unknown {
  if (typeof value === 'number') return ids.get(value) ?? value
  if (typeof value === 'string')
    return value.startsWith('-') ? String(ids.get(Number(value)) ?? value) : value
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withIds(part, ids)]))
}
