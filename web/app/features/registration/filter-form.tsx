import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { toIsoDate } from '#contract/dates.ts'
import classes from './filter-form.module.css'

/** The list's filters, as in the query of the URL; empty is no filter. */
export interface Filters {
  title: string
  /** `yyyy-mm-dd` */
  date_event_start: string
  date_event_end: string
}

const TITLE_LENGTH = 120

/** The filters of a URL's query; invalid values are dropped. */
export function readFilters(search: URLSearchParams): Filters {
  const day = (name: keyof Filters) => toIsoDate(search.get(name)?.trim() ?? '') ?? ''
  return {
    title: (search.get('title') ?? '').trim().slice(0, TITLE_LENGTH),
    date_event_start: day('date_event_start'),
    date_event_end: day('date_event_end'),
  }
}

/** The filters that are set, as a URL's query. It has no page: changed filters start at the first. */
export const writeFilters = (filters: Filters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))

export const isFiltered = (filters: Filters): boolean => writeFilters(filters).size > 0

interface FilterFormProps {
  filters: Filters
  /** What is filtered, for screen readers. */
  label: string
}

/** The list's filters. Needs the query as `key`: the fields start with what the URL says. */
export function FilterForm({ filters, label }: FilterFormProps) {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value)])
    navigate({ search: writeFilters(readFilters(new URLSearchParams(asked))).toString() })
  }
  return (
    <search>
      <form className={classes.form} aria-label={label} onSubmit={search}>
        <TextInput
          type="search"
          name="title"
          label="Título"
          placeholder="Nome da corrida"
          className={classes.title}
          maxLength={TITLE_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          leftSection={<IconSearch size={20} aria-hidden />}
          defaultValue={filters.title}
        />
        <TextInput
          type="date"
          name="date_event_start"
          label="Data inicial"
          defaultValue={filters.date_event_start}
        />
        <TextInput
          type="date"
          name="date_event_end"
          label="Data final"
          defaultValue={filters.date_event_end}
        />
        <div className={classes.buttons}>
          <Button type="submit">Buscar</Button>
          <Button component={Link} to={{ search: '' }} variant="default">
            Limpar
          </Button>
        </div>
      </form>
    </search>
  )
}
