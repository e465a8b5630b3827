import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { LinkButton } from '#web/ui/link-button.tsx'
import { FilterField } from './filter-field.tsx'
import classes from './filter-form.module.css'
import { dayFilter, type FilterTable, type FilterValues, readForm, searchFilter } from './filters.ts'
import type { ListSearch } from './use-list-search.ts'

export const EVENT_FILTERS = {
  title: searchFilter({ label: 'Título', placeholder: 'Nome da corrida', width: 'wide' }),
  date_event_start: dayFilter({ label: 'Data inicial' }),
  date_event_end: dayFilter({ label: 'Data final' }),
}
export type EventFilters = FilterValues<typeof EVENT_FILTERS>

interface FilterFormProps<Context> {
  list: Pick<ListSearch<FilterTable<Context>>, 'table' | 'filters' | 'submit'>
  context: Context
  label: string
  errors?: Readonly<Record<string, string | undefined>>
}

export function FilterForm<Context>({ list, context, label, errors = {} }: FilterFormProps<Context>) {
  const { table, filters, submit } = list
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(readForm(table, event.currentTarget))
  }
  const rows = Object.entries(table)
  const usual = rows.filter(([, filter]) => !filter.rare)
  const rare = rows.filter(([, filter]) => filter.rare)
  const field = ([name, filter]: (typeof rows)[number]) => (
    <FilterField
      key={name}
      filter={filter}
      values={filters}
      context={context}
      className={filter.width && classes[filter.width]}
      field={{ name, defaultValue: filters[name] ?? '', error: errors[name] }}
    />
  )
  return (
    // The fields are uncontrolled, so the key recreates them when the filters change.
    <search key={JSON.stringify(filters)}>
      <form className={classes.form} aria-label={label} onSubmit={search}>
        <div className={classes.fields}>{usual.map(field)}</div>
        <div className={classes.buttons}>
          <Button type="submit">Buscar</Button>
          <LinkButton to={{ search: '' }} variant="default">
            Limpar
          </LinkButton>
        </div>
        {rare.length > 0 && (
          <details className={classes.rare} open={rare.some(([name]) => filters[name] !== '')}>
            <summary>Mais filtros</summary>
            <div className={classes.fields}>{rare.map(field)}</div>
          </details>
        )}
      </form>
    </search>
  )
}
