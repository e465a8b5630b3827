import { MOST_SORTED, ParticipantSort } from '#contract/participants/participants.ts'

export const SORT_PARAM = 'ordem'

export interface ParticipantSorting {
  by: ParticipantSort
  descending: boolean
}

export const NEWEST_FIRST: ParticipantSorting = { by: 'id', descending: true }

/** Parses the sorting in the URL: `name`, or `-name` for descending. Any other text means newest first. */
export function sortingOf(text: string): ParticipantSorting {
  const descending = text.startsWith('-')
  const by = ParticipantSort.safeParse(descending ? text.slice(1) : text)
  return by.success ? { by: by.data, descending } : NEWEST_FIRST
}

/** Names start ascending, other columns descending; another click on a header reverses. */
export function nextSort(now: ParticipantSorting, by: string): string {
  const descending = now.by === by ? !now.descending : by !== 'name'
  return descending && by === NEWEST_FIRST.by ? '' : `${descending ? '-' : ''}${by}`
}

/** The sorting as query parameters of the API. Newest first is the API's default and needs none. */
export const sortQuery = ({ by, descending }: ParticipantSorting) =>
  by === NEWEST_FIRST.by && descending ? {} : { sort: by, order: descending ? 'desc' : 'asc' }

/** Whether a sorted list ends before the last match, because the API sorts a limited number of rows. */
export const isCutOff = ({
  total,
  last_page,
  per_page,
}: Record<'total' | 'last_page' | 'per_page', number>) => total > MOST_SORTED && last_page * per_page < total
