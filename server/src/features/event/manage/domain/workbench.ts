import type { EventDocument, LevelRow, ListName } from './document.ts'

/** Hands out the next id of a table. */
export type FreshIds = (table: ListName) => number

export const byId = <R extends { id: number }>(rows: readonly R[] = []): Map<number, R> =>
  new Map(rows.map((row) => [row.id, row]))

/** What the parts of a wanted document are made with. */
export interface Workbench {
  eventId: number
  stored: EventDocument | null
  /** The id of a stored item as given, a fresh one for a new item. */
  idOf(table: ListName, given: number | null | undefined): number
  /** The id of an item's stock level with its limit as wanted: the level it has, else a new one. `field` says the limit in the draft. */
  levelOf(item: { stock_level_id: number } | undefined, kind: string, limit: Limit): number
  levels: LevelRow[]
  /** The field of the draft that says a level's limit, to say where a limit is wrong. */
  limitFields: Map<number, string>
}

export interface Limit {
  capacity: number | null
  field: string
}

export function workbench(eventId: number, stored: EventDocument | null, fresh: FreshIds): Workbench {
  const known = byId(stored?.stock_levels)
  const levels: LevelRow[] = []
  const limitFields = new Map<number, string>()
  return {
    eventId,
    stored,
    levels,
    limitFields,
    idOf: (table, given) => (given && given > 0 ? given : fresh(table)),
    levelOf(item, kind, { capacity, field }) {
      const old = item && known.get(item.stock_level_id)
      const level = old
        ? { ...old, capacity }
        : { id: fresh('stock_levels'), event_id: eventId, kind, capacity, held: 0 }
      levels.push(level)
      limitFields.set(level.id, field)
      return level.id
    },
  }
}
