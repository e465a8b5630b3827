import { byId, type EventDocument, TABLES, type TableName } from './document.ts'

type Changed<R> = { written: R[]; removed: R[] }
/** The rows that a save writes and removes, by table. */
export type Changes = { [Table in TableName]: Changed<EventDocument[Table][number]> }

export const changesBetween = (stored: EventDocument | null, planned: EventDocument) =>
  Object.fromEntries(
    TABLES.map((table) => [table, changedRows<{ id: number }>(stored?.[table], planned[table])]),
  ) as Changes

function changedRows<R extends { id: number }>(stored: readonly R[] = [], planned: readonly R[]): Changed<R> {
  const old = byId(stored)
  const next = byId(planned)
  return {
    written: planned.filter((row) => !isSame(old.get(row.id), row)),
    removed: stored.filter((row) => !next.has(row.id)),
  }
}

/** Columns are texts, numbers, flags, nulls and lists of ids only. */
const isSame = <R extends object>(stored: R | undefined, planned: R): boolean =>
  stored !== undefined &&
  (Object.keys(planned) as (keyof R)[]).every((column) => {
    const [was, is] = [stored[column], planned[column]]
    return was === is || (Array.isArray(is) && String(was) === String(is))
  })
