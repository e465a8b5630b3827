import { toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import type { DayAim } from '#web/ui/typed-day.ts'

export const MAX_FILTER_LENGTH = 120

export type Choice<Value extends string = string> = readonly [value: Value, words: string]

/**
 * A filter of a list: a row of the list's table, by its name in the API. The URL, the request, the field and
 * the chip are derived from it. An empty value disables the filter. `Context` is the data from which options
 * and texts are built, such as the event.
 */
export interface Filter<Value extends string = string, Context = never> {
  label: string
  /** Its name in the URL, if that differs from the API's. */
  param?: string
  /**
   * The value may identify a person, so it is stored in the history entry, which is never sent, instead of
   * the URL.
   */
  personal?: true
  /** Name of the filter whose change clears this one. */
  within?: string
  /** The kind of field; `hidden` has none. */
  field: 'search' | 'text' | 'number' | 'day' | 'choice' | 'hidden'
  placeholder?: string
  maxLength?: number
  /** Width of the field in a form; the default is one column. */
  width?: 'wide' | 'half'
  /** Shown in a form after 'Mais filtros' is pressed, or while it has a value. */
  rare?: true
  /** For days: the names of the filters that hold the first and the last permitted day. */
  min?: string
  max?: string
  /** For days without a year: which one they mean; coming by default. */
  aim?: DayAim
  /** For choices: the text of the empty value. */
  none?: string
  /** Reads the value from a URL or a form; returns '' for an invalid value. */
  read(text: string): Value | ''
  choices(context: Context, values: Readonly<Record<string, string>>): readonly Choice[]
  /** The start of its chip's text; `Label:` by default. */
  chip?: string
  /** The text of its chip. */
  words(value: string, context: Context): string
}

export type FilterTable<Context = never> = Readonly<Record<string, Filter<string, Context>>>
type ValueOf<Row> = Row extends Filter<infer Value, never> ? Value : never
export type FilterValues<Table extends FilterTable> = { [Name in keyof Table]: ValueOf<Table[Name]> | '' }
/** The filters with a value, as the API accepts them. */
export type SetFilters<Table extends FilterTable> = { [Name in keyof Table]?: ValueOf<Table[Name]> }

/** The properties that a row adds to a kind of filter or overrides. */
type Options<Context> = Pick<Filter, 'label'> &
  Partial<Omit<Filter<string, Context>, 'label' | 'read' | 'choices'>>

const chipOf = ({ label, chip = `${label}:` }: Options<never>): string => chip

/** Accepts the id of a record or the number of a status. */
export const digits = (text: string): string => (/^\d{1,15}$/.test(text) ? text : '')
export const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | '' =>
    values.find((value) => value === text) ?? ''

const typedFilter =
  (field: Filter['field'], read: Filter['read']) =>
  (options: Options<unknown>): Filter<string, unknown> => ({
    field,
    read,
    choices: () => [],
    words: (value) => `${chipOf(options)} ${value}`,
    ...options,
  })

/** PostgreSQL cannot store a null character, so no record matches one. */
export const anyText = (text: string): string => (text.includes('\0') ? '' : text)

/** A free text search. */
export const searchFilter = typedFilter('search', anyText)
export const textFilter = typedFilter('text', anyText)
export const numberFilter = typedFilter('number', digits)

/** A day; the value is `yyyy-mm-dd`. */
export const dayFilter = (options: Options<unknown>) =>
  typedFilter(
    'day',
    (text) => toIsoDate(text) ?? '',
  )({ words: (value) => `${options.label} ${toBrazilianDate(value)}`, ...options })

/** A choice whose options are loaded, so `read` cannot check them all. */
export const loadedFilter = <Value extends string, Context>(
  choices: Filter<Value, Context>['choices'],
  { read, ...options }: Options<Context> & Pick<Filter<Value>, 'read'>,
): Filter<Value, Context> => ({
  field: 'choice',
  read,
  choices,
  words: (value, context) => `${chipOf(options)} ${wordsOf(choices(context, {}), value)}`,
  ...options,
})

/** A choice of fixed options. */
export const choiceFilter = <const Value extends string>(
  choices: readonly Choice<Value>[],
  options: Options<unknown>,
): Filter<Value, unknown> =>
  loadedFilter(() => choices, { read: oneOf(choices.map(([value]) => value)), ...options })

/** The text of an option; an ellipsis while the options are loading. */
export const wordsOf = (choices: readonly Choice[], value: string): string =>
  choices.find(([one]) => one === value)?.[1] ?? '…'

function mapFilters<Table extends FilterTable>(
  table: Table,
  read: (name: string, filter: Table[string]) => string,
) {
  const entries = Object.entries(table) as [string, Table[string]][]
  return Object.fromEntries(
    entries.map(([name, filter]) => [name, read(name, filter)]),
  ) as FilterValues<Table>
}

const clean = (text: string | null | undefined) => (text ?? '').trim().slice(0, MAX_FILTER_LENGTH)

/** Reads the filters from the URL, and the personal ones from the history entry. */
export const readFilters = <Table extends FilterTable>(
  table: Table,
  search: URLSearchParams,
  personal: Readonly<Record<string, string>> = {},
): FilterValues<Table> =>
  mapFilters(table, (name, filter) =>
    filter.read(clean(filter.personal ? personal[name] : search.get(filter.param ?? name))),
  )

/** Reads the filters from a form whose fields have the names of the table. */
export const readForm = <Table extends FilterTable>(
  table: Table,
  form: HTMLFormElement,
): FilterValues<Table> => {
  const fields = new FormData(form)
  return mapFilters(table, (name, filter) => filter.read(clean(fields.get(name)?.toString())))
}

/**
 * The active filters as a URL's query. The page number is left out, so changed filters start at the first
 * page.
 */
export const writeFilters = (table: FilterTable, values: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(table)
      .filter(([name, { personal }]) => values[name] && !personal)
      .map(([name, { param }]) => [param ?? name, values[name] ?? '']),
  )

/** The active filters in the order of the table, each with the text of its chip. */
export const usedFilters = <Table extends FilterTable<Context>, Context>(
  table: Table,
  values: Readonly<Record<string, string>>,
  context: Context,
) =>
  Object.entries(table).flatMap(([name, filter]) => {
    const value = values[name]
    return value ? [{ name: name as keyof Table & string, words: filter.words(value, context) }] : []
  })

/** The filters with a value. */
export const setFilters = <Table extends FilterTable>(values: FilterValues<Table>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as SetFilters<Table>

/** The changed filters, with empty values for those that depend on them. */
export const withCleared = (table: FilterTable, changed: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(
    Object.entries(table)
      .filter(([, { within }]) => within !== undefined && Object.hasOwn(changed, within))
      .map(([name]) => [name, '']),
  ),
  ...changed,
})
