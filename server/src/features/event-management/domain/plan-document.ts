import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { missingIn } from '#contract/event/sellable.ts'
import type { EventDraft } from '#contract/event-management/event-document.ts'
import { lackingProblems } from '#contract/event-management/event-rules.ts'
import { kitTotal } from '#contract/pricing/kit-total.ts'
import { draftKitPrice } from '#server/features/event/domain/kit-price.ts'
import type { FilePurpose, Values } from './column-kinds.ts'
import {
  byId,
  columnsOf,
  type DraftItem,
  type EventDocument,
  type EventRow,
  itemsOf,
  type LevelRow,
  mapLists,
  parentColumn,
  storedItems,
  TABLES,
  type TableName,
} from './document.ts'
import { ALL_LISTS, EVENT_COLUMNS, type ListName } from './lists.ts'

type NewIds = Record<TableName, readonly number[]>

interface Plan {
  draft: EventDraft
  /** Columns that are not part of a draft. */
  event: OwnColumns
  /** Null: a new event. */
  stored: EventDocument | null
  /** The storage path of a file that the draft references. */
  pathOf: (ref: string, purpose: FilePurpose) => string
  /** New ids from the tables' sequences, as many as `idsForDraft` counts. */
  ids: NewIds
}
type OwnColumns = Omit<EventRow, Exclude<keyof typeof EVENT_COLUMNS, 'status'> | 'stock_level_id' | 'missing'>

interface Planned {
  document: EventDocument
  /** The draft's field of a level's capacity, by the level's id. */
  limitFields: Map<number, string>
}

/** Stored items keep ids and stock levels. The draft has passed `eventProblems` and `storedProblems`. */
export function planDocument({ draft, event, stored, pathOf, ids: newIds }: Plan): Planned {
  const nextId = nextIdFrom(newIds)
  const storedOf = storedItems(stored)
  const storedLevels = byId(stored?.stock_levels)
  const stock_levels: LevelRow[] = []
  const limitFields = new Map<number, string>()
  const levelFor = (
    row: Values | undefined,
    kind: string,
    capacity: number | null,
    field: string,
    reserved_until: IsoDate | null = null,
  ): number => {
    const old = row && storedLevels.get(Number(row.stock_level_id))
    const level = old
      ? { ...old, capacity, reserved_until }
      : {
          id: nextId('stock_levels'),
          event_id: event.id,
          kind,
          capacity,
          held: 0,
          closed_at: null,
          reserved_until,
        }
    stock_levels.push(level)
    limitFields.set(level.id, field)
    return level.id
  }

  const stock_level_id = levelFor(stored?.event, 'event', draft.vacancy_limit, 'vacancy_limit')
  const items = itemsOf(draft)
  const ids = new Map<DraftItem, number>(
    items.map((item) => [item, storedOf(item)?.id ?? nextId(item.list.name)]),
  )
  const links = new Map<ListName, Map<unknown, number>>(ALL_LISTS.map(({ name }) => [name, new Map()]))
  for (const item of items) if (item.id) links.get(item.list.name)?.set(item.id, ids.get(item) ?? 0)

  const columnValues = (columns: object, values: Values): Values =>
    Object.fromEntries(
      columnsOf(columns).map(([column, [field, , kind]]) => {
        const value = values[field]
        if (value === null || value === undefined) return [column, kind.none ?? null]
        const ids = kind.link && links.get(kind.link.list)
        if (ids && Array.isArray(value)) return [column, value.flatMap((id) => ids.get(id) ?? [])]
        if (ids) return [column, ids.get(value) ?? null]
        if (kind.purpose) return [column, pathOf(String(value), kind.purpose)]
        return [column, kind.store ? kind.store(value) : value]
      }),
    )
  const rowOf = (item: DraftItem): Values => {
    const { list, values, position, path, parent } = item
    const old = storedOf(item)
    const row = {
      id: ids.get(item),
      ...(list.keys.includes('event_id') && { event_id: event.id }),
      ...(parent && { [parentColumn(list)]: ids.get(parent) }),
      ...columnValues(list.columns, values),
      ...(list.stock && {
        stock_level_id: levelFor(
          old,
          list.stock.kind,
          values[list.stock.field] as number | null,
          `${path}.${list.stock.field}`,
          list.stock.until && (values[list.stock.until] as IsoDate | null),
        ),
      }),
      ...(list.orderBy === 'position' && { position }),
    }
    return { ...row, ...list.computed?.(row, old) }
  }
  const lists = mapLists((list) => items.filter((item) => item.list === list).map(rowOf))
  const missing = [...(lackingProblems(draft).length > 0 ? ['details'] : []), ...missingOf(lists)]
  const row = {
    ...columnValues(EVENT_COLUMNS, draft),
    ...event,
    stock_level_id,
    missing,
    opened_at:
      event.opened_at ??
      (event.status !== EVENT_STATUS.closed && missing.length === 0 ? event.updated_at : null),
  } as EventRow
  return { document: { event: row, stock_levels, ...lists }, limitFields }
}

const missingOf = ({ modalities, categories, kits, payment_methods }: Pick<EventDocument, ListName>) =>
  missingIn({
    modalities: modalities.map(({ id, status }) => ({
      status,
      categories: categories.filter(({ modality_id }) => modality_id === id),
    })),
    kits: kits.map((kit) => ({
      status: kit.status,
      categoryIds: kit.category_ids,
      totalCents: kitTotal(draftKitPrice(kit)),
    })),
    payments: payment_methods,
  })

export function idsForDraft(draft: EventDraft, stored: EventDocument | null): Record<TableName, number> {
  const counts = countsOf(() => 0)
  if (!stored) counts.stock_levels++
  const storedOf = storedItems(stored)
  for (const item of itemsOf(draft)) {
    if (storedOf(item)) continue
    counts[item.list.name]++
    if (item.list.stock) counts.stock_levels++
  }
  return counts
}

const countsOf = (count: (table: TableName) => number) =>
  Object.fromEntries(TABLES.map((table) => [table, count(table)])) as Record<TableName, number>

function nextIdFrom(ids: NewIds) {
  const used = countsOf(() => 0)
  return (table: TableName): number => {
    const id = ids[table][used[table]++]
    if (id === undefined) throw new Error(`too few ids of ${table} were allocated`)
    return id
  }
}
