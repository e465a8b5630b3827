import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OrganizerEventRow } from '#contract/organizer-event.ts'
import { listFailure } from '../../../query-failure.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { usePage } from '../../../ui/use-page.ts'
import { DuplicateDialog } from '../../event/manage/list/duplicate-dialog.tsx'
import { eventColumns } from '../../event/manage/list/event-table.tsx'
import { NewEventButton } from '../../event/manage/list/new-event-button.tsx'
import { allEventsQuery } from '../queries.ts'
import { AllEventsFilterForm } from './all-events-filter-form.tsx'
import { readFilters, writeFilters } from './all-events-filters.ts'

export const meta = pageTitle('Listagem de Eventos')

/** The events of every organizer, in the table that organizers know. */
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
