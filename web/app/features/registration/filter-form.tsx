import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { anyText, day, readFilters, writeFilters } from '../../list-filters.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { SearchForm, SearchText } from '../../ui/search-form.tsx'

/** The filters of a list of events or of registrations, as in the query of the URL. */
export const FILTERS = { title: anyText, date_event_start: day, date_event_end: day }
export type Filters = Record<keyof typeof FILTERS, string>

interface FilterFormProps {
  filters: Filters
  /** What is filtered, for screen readers. */
  label: string
  /** The list's filters, if it has more than these, with their fields. */
  more?: { kinds: Parameters<typeof readFilters>[1]; fields: ReactNode }
}

/** Needs the query as `key`: the fields start with what the URL says. */
export function FilterForm({ filters, label, more }: FilterFormProps) {
  const navigate = useNavigate()
  const search = (fields: Record<string, string>) => {
    const asked = readFilters(new URLSearchParams(fields), { ...FILTERS, ...more?.kinds })
    navigate({ search: writeFilters(asked).toString() })
  }
  return (
    <SearchForm label={label} onSearch={search}>
      <SearchText
        name="title"
        label="Título"
        placeholder="Nome da corrida"
        half={more !== undefined}
        defaultValue={filters.title}
      />
      {more?.fields}
      <DateInput name="date_event_start" label="Data inicial" defaultValue={filters.date_event_start} />
      <DateInput name="date_event_end" label="Data final" defaultValue={filters.date_event_end} />
    </SearchForm>
  )
}
