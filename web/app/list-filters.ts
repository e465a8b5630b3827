import { toIsoDate } from '#contract/dates.ts'

/** How each filter of a list is read from a URL's query: a value that is not allowed becomes the empty text, which filters nothing. */
type Kinds<Name extends string> = Readonly<Record<Name, (text: string) => string>>

export const MAX_FILTER_LENGTH = 120

export const anyText = (text: string) => text
/** `yyyy-mm-dd` */
export const day = (text: string) => toIsoDate(text) ?? ''
export const oneOf = (values: readonly string[]) => (text: string) => (values.includes(text) ? text : '')

export const readFilters = <Name extends string>(search: URLSearchParams, kinds: Kinds<Name>) =>
  Object.fromEntries(
    Object.entries<Kinds<Name>[Name]>(kinds).map(([name, read]) => [
      name,
      read((search.get(name) ?? '').trim().slice(0, MAX_FILTER_LENGTH)),
    ]),
  ) as Record<Name, string>

/** The filters that are set, as a URL's query. The page number is left out, so that changed filters start at the first page. */
export const writeFilters = (filters: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
