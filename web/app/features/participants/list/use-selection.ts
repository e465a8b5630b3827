import { useState } from 'react'
import { MOST_SELECTED } from '#contract/participants/filter.ts'
import type { ParticipantRow } from '#contract/participants/participants.ts'
import { showToast } from '#web/ui/toast.ts'

export type Selection = ReturnType<typeof useSelection>

/**
 * The selected registrations, also of other pages. Other filters end the selection, so that nobody acts on
 * registrations that the list no longer shows.
 */
export function useSelection(filters: object, rows: readonly ParticipantRow[] = []) {
  const list = JSON.stringify(filters)
  const [selected, setSelected] = useState<{ list: string; names: ReadonlyMap<number, string> }>()
  const names = selected?.list === list ? selected.names : new Map<number, string>()
  const select = (ids: readonly number[], on: boolean) => {
    const next = new Map(names)
    for (const id of ids) {
      const row = rows.find((one) => one.id === id)
      if (on && row) next.set(id, row.participant.name)
      else next.delete(id)
    }
    if (next.size > MOST_SELECTED)
      showToast('warning', `Selecione no máximo ${MOST_SELECTED} inscrições por vez.`)
    else setSelected({ list, names: next })
  }
  const page = rows.map(({ id }) => id)
  return {
    ids: [...names.keys()],
    nameOf: (id: number) => names.get(id) ?? '',
    isPageSelected: page.length > 0 && page.every((id) => names.has(id)),
    select,
    selectPage: (on: boolean) => select(page, on),
    clear: () => setSelected(undefined),
  }
}
