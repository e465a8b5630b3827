import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { EVENT_STATUSES } from '#contract/payment-status.ts'
import { useStates } from '../../city/use-states.ts'
import classes from './all-events-filter-form.module.css'
import { type AllEventsFilters, readFilters, TEXT_LENGTH, writeFilters } from './all-events-filters.ts'

const TEXT = { maxLength: TEXT_LENGTH, autoComplete: 'off', enterKeyHint: 'search' } as const

/** Give it the address as `key`: its fields follow the address, not the other way round. */
export function AllEventsFilterForm({ filters }: { filters: AllEventsFilters }) {
  const navigate = useNavigate()
  const states = useStates()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value)])
    navigate({ search: writeFilters(readFilters(new URLSearchParams(asked))).toString() })
  }
  return (
    <search>
      <form className={classes.form} aria-label="Filtrar eventos" onSubmit={search}>
        <TextInput
          type="search"
          name="title"
          label="Título"
          placeholder="Nome da corrida"
          className={classes.wide}
          leftSection={<IconSearch size={20} aria-hidden />}
          defaultValue={filters.title}
          {...TEXT}
        />
        <TextInput
          type="search"
          name="organizer"
          label="Organizador"
          placeholder="Nome fantasia"
          className={classes.wide}
          defaultValue={filters.organizer}
          {...TEXT}
        />
        <NativeSelect name="status" label="Status" defaultValue={filters.status}>
          <option value="">Todos</option>
          {EVENT_STATUSES.map((words, status) => (
            <option key={words} value={status}>
              {words}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect name="state" label="Estado" defaultValue={filters.state}>
          <option value="">Todos</option>
          {states.map(({ abbreviation, name }) => (
            <option key={abbreviation} value={abbreviation}>
              {name}
            </option>
          ))}
        </NativeSelect>
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
