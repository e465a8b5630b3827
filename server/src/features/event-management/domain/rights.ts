import type { EventDraft } from '#contract/event-management/event-document.ts'
import { DEFAULT_RIGHTS, type RightDraft } from '#contract/event-management/right-presets.ts'
import { byId, columnsOf, type EventDocument } from './document.ts'
import { LISTS } from './lists.ts'

/** A request without the rules, as one of the specification, keeps them; a new event gets the default ones. */
export const withRights = (draft: EventDraft, stored: EventDocument | null): EventDraft => ({
  ...draft,
  right_rules: draft.right_rules ?? (stored ? storedRights(stored) : [...DEFAULT_RIGHTS]),
})

function storedRights({ right_rules, stock_levels }: EventDocument): RightDraft[] {
  const levels = byId(stock_levels)
  return right_rules.map((row) => {
    const values: Readonly<Record<string, unknown>> = row
    const level = levels.get(row.stock_level_id)
    return {
      id: row.id,
      quantity: level?.capacity ?? null,
      release_on: level?.reserved_until ?? null,
      ...Object.fromEntries(
        columnsOf(LISTS.right_rules.columns).map(([column, [field]]) => [field, values[column]]),
      ),
    } as RightDraft
  })
}
