import { IconCalendarPlus, IconChartBar, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OrganizerEventRow } from '#contract/organizer-event.ts'
import { readFilters, writeFilters } from '../../../../list-filters.ts'
import { ORGANIZER_HOME_PATH } from '../../../../paths.ts'
import { listFailure } from '../../../../query-failure.ts'
import { type Session, useSession } from '../../../../session.ts'
import { isBackOffice } from '../../../../staff-paths.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { pageTitle } from '../../../../ui/page-title.ts'
import { usePage } from '../../../../ui/use-page.ts'
import { FILTERS, FilterForm } from '../../../registration/filter-form.tsx'
import { eventsQuery } from '../queries.ts'
import { DeleteEventDialog } from './delete-event-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { eventColumns } from './event-table.tsx'
import { NewEventButton } from './new-event-button.tsx'

const mayCreate = ({ permissions }: Session) => permissions.includes('create-event')

export const meta = pageTitle('Listagem de Eventos')

/** 'Listagem de Eventos': the events the caller acts on. */
export default function EventsScreen() {
  const session = useSession()
  return session && <Events session={session} />
}

function Events({ session }: { session: Session }) {
  const [search] = useSearchParams()
  const filters = readFilters(search, FILTERS)
  const written = writeFilters(filters)
  const page = usePage()
  const list = useQuery(eventsQuery(filters, page))
  const [original, setOriginal] = useState<OrganizerEventRow | null>(null)
  const withOrganizer = isBackOffice(session)
  const [mistake, setMistake] = useState<OrganizerEventRow | null>(null)
  const columns = useMemo(
    () => eventColumns({ withOrganizer, onDuplicate: setOriginal, onDelete: setMistake }),
    [withOrganizer],
  )
  return (
    <>
      <PageHeader title="Listagem de Eventos">
        {session.permissions.includes('view-event-participants') && (
          <LinkButton to={ORGANIZER_HOME_PATH} variant="default" icon={IconChartBar}>
            Painel geral
          </LinkButton>
        )}
        <NewEventButton />
      </PageHeader>
      <FilterForm key={written.toString()} filters={filters} label="Filtrar eventos" />
      <DataTable
        caption="Eventos"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={
          written.size > 0 || page > 1 ? <NothingFound /> : <NothingYet mayCreate={mayCreate(session)} />
        }
        failure={listFailure(list)}
      />
      <DuplicateDialog event={original} onClose={() => setOriginal(null)} />
      <DeleteEventDialog event={mistake} onClose={() => setMistake(null)} />
    </>
  )
}

function NothingYet({ mayCreate }: { mayCreate: boolean }) {
  if (!mayCreate) return <EmptyState />
  return (
    <EmptyState
      description="Que tal dar a primeira largada? Cadastre o seu evento: modalidades, produtos, pagamentos e termos, um passo de cada vez."
      icon={<IconCalendarPlus size={28} />}
    >
      <NewEventButton />
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState description="Nenhum evento combina com essa busca." icon={<IconSearch size={28} />}>
      <LinkButton to={{ search: '' }} variant="default">
        Ver todos
      </LinkButton>
    </EmptyState>
  )
}
