import { addDays, daysBetween, type IsoDate, NO_DAY } from '#contract/dates.ts'
import type { EventDraft } from '#contract/event-management/event-document.ts'
import { day, neededDay, optionalTime, time, type Values } from './column-kinds.ts'
import { columnsOf, type EventDocument, nested } from './document.ts'
import { EVENT_COLUMNS } from './lists.ts'

/** Moves all days by the same number; temporary ids give the copy new items and an empty stock. */
export function copyDraft(document: EventDocument, eventOn: IsoDate): EventDraft {
  const { event } = document
  const shift = event.event_on === NO_DAY ? 0 : daysBetween(event.event_on, eventOn)
  const fieldsOf = (columns: object, row: Values): Values =>
    Object.fromEntries(
      columnsOf(columns).map(([column, [field, , kind]]) => {
        const value = row[column]
        if (value === null || value === kind.none) return [field, null]
        if (kind === day || kind === neededDay) return [field, addDays(String(value), shift)]
        if (kind.link) return [field, Array.isArray(value) ? value.map((id) => -id) : -Number(value)]
        return [field, kind === time || kind === optionalTime ? kind.present?.(value) : value]
      }),
    )
  const { capacity, lists } = nested(document, ({ list, row, level, lists }) => ({
    ...fieldsOf(list.columns, row),
    [list.id]: -row.id,
    ...(list.stock && { [list.stock.field]: level.capacity }),
    ...(list.stock?.until && {
      [list.stock.until]: level.reserved_until && addDays(level.reserved_until, shift),
    }),
    ...lists,
  }))
  const fields = fieldsOf(EVENT_COLUMNS, event)
  return {
    ...fields,
    date_event: eventOn,
    vacancy_limit: capacity,
    route: null,
    ...lists,
  } as unknown as EventDraft
}
