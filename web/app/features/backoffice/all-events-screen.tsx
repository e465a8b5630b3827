import { NativeSelect } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { STATE_CODES } from '#contract/city.ts'
import type { OrganizerEventRow } from '#contract/organizer-event.ts'
import { EVENT_STATUSES } from '#contract/payment-status.ts'
import { anyText, oneOf, readFilters, writeFilters } from '../../list-filters.ts'
import { listFailure } from '../../query-failure.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { filterOptions, SearchText } from '../../ui/search-form.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useStates } from '../city/use-states.ts'
import { DeleteEventDialog } from '../event/manage/list/delete-event-dialog.tsx'
import { DuplicateDialog } from '../event/manage/list/duplicate-dialog.tsx'
import { eventColumns } from '../event/manage/list/event-table.tsx'
import { NewEventButton } from '../event/manage/list/new-event-button.tsx'
import { FILTERS, FilterForm, type Filters } from '../registration/filter-form.tsx'
import { allEventsQuery } from './queries.ts'

const MORE_FILTERS = {
  organizer: anyText,
  status: oneOf(Object.keys(EVENT_STATUSES)),
  state: oneOf(STATE_CODES),
}

export const meta = pageTitle('Listagem de Eventos')

/** The events of every organizer, in the same table that organizers see. */
export default function AllEventsScreen() {
  const [search] = useSearchParams()
  const filters = readFilters(search, { ...FILTERS, ...MORE_FILTERS })
  const written = writeFilters(filters)
  const page = usePage()
  const list = useQuery(allEventsQuery({ ...filters, page }))
  const [original, setOriginal] = useState<OrganizerEventRow | null>(null)
  const [mistake, setMistake] = useState<OrganizerEventRow | null>(null)
  const columns = useMemo(
    () => eventColumns({ withOrganizer: true, onDuplicate: setOriginal, onDelete: setMistake }),
    [],
  )
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
      <DeleteEventDialog event={mistake} onClose={() => setMistake(null)} />
    </>
  )
}

function NoEvent() {
  return (
    <EmptyState description="Nenhum evento combina com essa busca." icon={<IconSearch size={28} />}>
      <LinkButton to={{ search: '' }} variant="default">
        Ver todos
      </LinkButton>
    </EmptyState>
  )
}

type AllEventsFilters = Filters & Record<keyof typeof MORE_FILTERS, string>

function AllEventsFilterForm({ filters }: { filters: AllEventsFilters }) {
  const states = useStates()
  const fields = (
    <>
      <SearchText
        name="organizer"
        label="Organizador"
        placeholder="Nome fantasia"
        half
        defaultValue={filters.organizer}
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
    </>
  )
  return <FilterForm filters={filters} label="Filtrar eventos" more={{ kinds: MORE_FILTERS, fields }} />
}
