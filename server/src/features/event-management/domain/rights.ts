import type { EventDraft } from '#contract/event-management/event-document.ts'
import { DEFAULT_RIGHTS, type RightDraft } from '#contract/event-management/right-presets.ts'
import { byId, columnsOf, type EventDocument } from './document.ts'
import { LISTS } from './lists.ts'

/**
 * A request without rules, such as one of the specification, keeps the stored ones. A new event gets those
 * that the law demands, and so does one that an older release created without them.
 */
export function withRights(draft: EventDraft, stored: EventDocument | null): EventDraft {
  if (!stored) return { ...draft, right_rules: draft.right_rules ?? [...DEFAULT_RIGHTS] }
  const rights = draft.right_rules ?? storedRights(stored)
  const known = new Set([...rights, ...stored.right_rules].map(({ law }) => law))
  return { ...draft, right_rules: [...rights, ...DEFAULT_RIGHTS.filter(({ law }) => !known.has(law))] }
}

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
