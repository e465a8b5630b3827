import type { EventDraft } from '#contract/event-management/event-document.ts'
import type { Row } from '#server/lib/db.ts'
import type { Column, Columns, Values } from './column-kinds.ts'
import { ALL_LISTS, type List, type ListName } from './lists.ts'

export type EventRow = Row<'events'>
export type LevelRow = Row<'stock_levels'>

export type EventDocument = { event: EventRow; stock_levels: LevelRow[] } & {
  [Name in ListName]: Row<Name>[]
}

/** `rowsOf` must return complete rows of the list's table, which the types cannot check. */
export const mapLists = (rowsOf: (list: List) => Values[]) =>
  Object.fromEntries(ALL_LISTS.map((list) => [list.name, rowsOf(list)])) as unknown as Pick<
    EventDocument,
    ListName
  >

export type TableName = ListName | 'stock_levels'
/** Except `events`; referenced tables come first. */
export const TABLES: readonly TableName[] = ['stock_levels', ...ALL_LISTS.map((list) => list.name)]

export const byId = <R extends { id: number }>(rows: readonly R[] = []): Map<number, R> =>
  new Map(rows.map((row) => [row.id, row]))

export const columnsOf = (columns: object) =>
  Object.entries(columns as Columns) as [string, Column<unknown>][]

export const parentColumn = ({ keys }: List): string => keys[keys.length - 1] ?? ''

export interface DraftItem {
  list: List
  /** Position in the request, for example `products.0`. */
  path: string
  position: number
  /** The id of a stored item, or a negative id that other items of the request may reference. */
  id: number | null
  values: Values
  parent: DraftItem | null
}

/** An item comes before the items inside it. */
export function itemsOf(draft: EventDraft): DraftItem[] {
  const within = (holder: Values, prefix: string, parent: DraftItem | null): DraftItem[] =>
    ALL_LISTS.filter((list) => list.parent?.list === parent?.list.name).flatMap((list) =>
      ((holder[list.field] ?? []) as Values[]).flatMap((values, position) => {
        const path = `${prefix}${list.field}.${position}`
        const id = list.knownBy ? null : Number(values[list.id]) || null
        const item = { list, path, position, id, values, parent }
        return [item, ...within(values, `${path}.`, item)]
      }),
    )
  return within(draft, '', null)
}

/** Finds stored items by their id or by the list's `knownBy` column. */
export function storedItems(
  stored: EventDocument | null,
): (item: DraftItem) => (Values & { id: number }) | undefined {
  const keyOf = ({ knownBy }: List) => knownBy ?? 'id'
  const rows = new Map(
    ALL_LISTS.map((list) => [
      list,
      new Map(stored?.[list.name].map((row: Values & { id: number }) => [row[keyOf(list)], row])),
    ]),
  )
  return ({ list, values, id }) => rows.get(list)?.get(list.knownBy ? values[list.knownBy] : id)
}

export type StoredLevel = Pick<LevelRow, 'capacity' | 'held' | 'closed_at' | 'reserved_until'>

interface NestedItem {
  list: List
  row: Values & { id: number }
  level: StoredLevel
  lists: Values
}

/** Nests each list in its parent, as in the API. Returns the event's own fields and lists. */
export function nested(document: EventDocument, itemOf: (item: NestedItem) => Values) {
  const levels = byId(document.stock_levels)
  const levelOf = (row: Values) =>
    levels.get(Number(row.stock_level_id)) ?? {
      capacity: null,
      held: 0,
      closed_at: null,
      reserved_until: null,
    }
  const listsIn = (parent: List | null, parentId: number): Values =>
    Object.fromEntries(
      ALL_LISTS.filter((list) => list.parent?.list === parent?.name).map((list) => [
        list.field,
        document[list.name]
          .filter((row: Values) => !parent || row[parentColumn(list)] === parentId)
          .map((row) => itemOf({ list, row, level: levelOf(row), lists: listsIn(list, row.id) })),
      ]),
    )
  const { capacity, held } = levelOf(document.event)
  return { capacity, held, lists: listsIn(null, document.event.id) }
}
