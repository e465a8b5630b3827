export const SORT_PARAM = 'ordem'

/** In the URL `name`, or `-name` for descending. */
export interface Sorting<By extends string = string> {
  by: By
  descending: boolean
}

interface Sortable<By extends string, Initial extends Sorting<By> | null> {
  keys: readonly By[]
  /** The API's own order, which needs no parameter; null: by no column. */
  initial: Initial
  /** A first click sorts these ascending, others descending. */
  ascendingFirst: readonly By[]
}

/** Any other text means the initial sorting. */
export function readSorting<By extends string, Initial extends Sorting<By> | null>(
  text: string,
  { keys, initial }: Sortable<By, Initial>,
): Sorting<By> | Initial {
  const descending = text.startsWith('-')
  const by = keys.find((key) => key === (descending ? text.slice(1) : text))
  return by === undefined ? initial : { by, descending }
}

/** The text in the URL after a click on a header; another click on it reverses. */
export function nextSort<By extends string>(
  now: Sorting<By> | null,
  by: string,
  { initial, ascendingFirst }: Sortable<By, Sorting<By> | null>,
): string {
  const descending = now?.by === by ? !now.descending : !ascendingFirst.some((key) => key === by)
  if (by === initial?.by && descending === initial.descending) return ''
  return `${descending ? '-' : ''}${by}`
}

/** The sorting as query parameters of the API. */
export const sortQuery = <By extends string>(
  now: Sorting<By> | null,
  initial: Sorting<By> | null,
): { sort?: By; order?: 'asc' | 'desc' } =>
  now === null || (now.by === initial?.by && now.descending === initial.descending)
    ? {}
    : { sort: now.by, order: now.descending ? 'desc' : 'asc' }
