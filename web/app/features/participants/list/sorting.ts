import { MOST_SORTED, ParticipantSort } from '#contract/participants.ts'

export const SORT_PARAM = 'ordem'

export interface ParticipantSorting {
  by: ParticipantSort
  descending: boolean
}

export const NEWEST_FIRST: ParticipantSorting = { by: 'id', descending: true }

/** From the address: `name`, or `-name` for the reverse. Anything else is the newest first. */
export function sortingOf(text: string): ParticipantSorting {
  const descending = text.startsWith('-')
  const by = ParticipantSort.safeParse(descending ? text.slice(1) : text)
  return by.success ? { by: by.data, descending } : NEWEST_FIRST
}

/** For the address, after a press on a header: names from A, the rest from its largest or latest, then the reverse. */
export function nextSort(now: ParticipantSorting, by: string): string {
  const descending = now.by === by ? !now.descending : by !== 'name'
  return descending && by === NEWEST_FIRST.by ? '' : `${descending ? '-' : ''}${by}`
}

/** The order of the API's query; the newest first is what it answers when nothing is asked. */
export const sortQuery = ({ by, descending }: ParticipantSorting) =>
  by === NEWEST_FIRST.by && descending ? {} : { sort: by, order: descending ? 'desc' : 'asc' }

/** Whether a sorted list ends before all that were found. */
export const isCutOff = ({
  total,
  last_page,
  per_page,
}: Record<'total' | 'last_page' | 'per_page', number>) => total > MOST_SORTED && last_page * per_page < total
