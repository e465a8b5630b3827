import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import classes from './filter-form.module.css'
import { type Filters, readFilters, TITLE_LENGTH, writeFilters } from './filters.ts'

interface FilterFormProps {
  filters: Filters
  /** What is filtered, for screen readers. */
  label: string
}

/** The list's filters. Give it the address as `key`: its fields follow the address, not the other way round. */
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
