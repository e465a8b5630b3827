import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { OrganizerEventRow } from '#contract/organizer-event.ts'
import { EVENT_STATUSES } from '#contract/payment-status.ts'
import { listFailure } from '../../../query-failure.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { usePage } from '../../../ui/use-page.ts'
import { useStates } from '../../city/use-states.ts'
import { DuplicateDialog } from '../../event/manage/list/duplicate-dialog.tsx'
import { eventColumns } from '../../event/manage/list/event-table.tsx'
import { NewEventButton } from '../../event/manage/list/new-event-button.tsx'
import { allEventsQuery } from '../queries.ts'
import classes from '../search-form.module.css'
import { filterOptions, SearchForm } from '../search-form.tsx'
import { type AllEventsFilters, readFilters, TEXT_LENGTH, writeFilters } from './all-events-filters.ts'

export const meta = pageTitle('Listagem de Eventos')

/** The events of every organizer, in the same table that organizers see. */
export default function AllEventsScreen() {
  const [search] = useSearchParams()
  const filters = readFilters(search)
  const written = writeFilters(filters)
  const page = usePage()
  const list = useQuery(allEventsQuery({ ...filters, page }))
  const [original, setOriginal] = useState<OrganizerEventRow | null>(null)
  const columns = useMemo(() => eventColumns({ withOrganizer: true, onDuplicate: setOriginal }), [])
  return (
    <>
      <PageHeader title="Listagem de Eventos" description="Os eventos de todos os organizadores.">
        <NewEventButton />
      </PageHeader>
      <AllEventsFilterForm key={written.toString()} filters={filters} />
      <DataTable
        caption="Eventos"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={written.size > 0 || page > 1 ? <NoEvent /> : undefined}
        failure={listFailure(list)}
      />
      <DuplicateDialog event={original} onClose={() => setOriginal(null)} />
    </>
  )
}

function NoEvent() {
  return (
    <EmptyState description="Nenhum evento combina com essa busca." icon={<IconSearch size={28} />}>
      <Button component={Link} to={{ search: '' }} variant="default">
        Ver todos
      </Button>
    </EmptyState>
  )
}

const TEXT = { maxLength: TEXT_LENGTH, autoComplete: 'off', enterKeyHint: 'search' } as const

function AllEventsFilterForm({ filters }: { filters: AllEventsFilters }) {
  const navigate = useNavigate()
  const states = useStates()
  return (
    <SearchForm
      label="Filtrar eventos"
      onSearch={(fields) =>
        navigate({ search: writeFilters(readFilters(new URLSearchParams(fields))).toString() })
      }
    >
      <TextInput
        type="search"
        name="title"
        label="Título"
        placeholder="Nome da corrida"
        className={classes.half}
        leftSection={<IconSearch size={20} aria-hidden />}
        defaultValue={filters.title}
        {...TEXT}
      />
      <TextInput
        type="search"
        name="organizer"
        label="Organizador"
        placeholder="Nome fantasia"
        className={classes.half}
        defaultValue={filters.organizer}
        {...TEXT}
      />
      <NativeSelect
        name="status"
        label="Status"
        defaultValue={filters.status}
        data={filterOptions(
          'Todos',
          EVENT_STATUSES.map((words, status) => [String(status), words]),
        )}
      />
      <NativeSelect
        name="state"
        label="Estado"
        defaultValue={filters.state}
        data={filterOptions(
          'Todos',
          states.map(({ abbreviation, name }) => [abbreviation, name]),
        )}
      />
      <TextInput
        type="date"
        name="date_event_start"
        label="Data inicial"
        defaultValue={filters.date_event_start}
      />
      <TextInput type="date" name="date_event_end" label="Data final" defaultValue={filters.date_event_end} />
    </SearchForm>
  )
}
