import { MOST_SORTED, ParticipantSort } from '#contract/participants/participants.ts'
import type { Sorting } from '#web/lists/sorting.ts'

export type ParticipantSorting = Sorting<ParticipantSort>

export const PARTICIPANT_SORTING = {
  keys: ParticipantSort.options,
  initial: { by: 'id', descending: true } as ParticipantSorting,
  ascendingFirst: ['name'] as ParticipantSort[],
}

/** Whether a sorted list ends before the last match, because the API sorts a limited number of rows. */
export const isCutOff = ({
  total,
  last_page,
  per_page,
}: Record<'total' | 'last_page' | 'per_page', number>) => total > MOST_SORTED && last_page * per_page < total
