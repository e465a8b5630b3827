import { Button } from '@mantine/core'
import { IconCalendarQuestion, IconChartBar, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { ParticipantRow } from '#contract/participants.ts'
import { EVENT_PANEL_PATH, eventsPath, pathTo } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { type Session, useSession } from '../../../session.ts'
import { SessionRefresh } from '../../../session-refresh.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { usePage } from '../../../ui/use-page.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { ExportButton } from '../export/export-button.tsx'
import { participantsQuery } from '../queries.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { FILTERS, type ParticipantFilters } from './filters.ts'
import { participantColumns } from './participant-columns.tsx'
import { ParticipantFiltersForm } from './participant-filters.tsx'
import classes from './participants.module.css'
import { SummaryCards } from './summary-cards.tsx'

export const meta = pageTitle('Participantes')

/** The participants of an event, for its organizer, for Admin and Empresa. Null is an address without a number. */
export default function ParticipantsScreen() {
  const eventId = useIdParam()
  const session = useSession()
  if (!session) return null
  return (
    <>
      <SessionRefresh />
      {eventId === null ? (
        <NoEvent session={session} />
      ) : (
        <Participants eventId={eventId} session={session} />
      )}
    </>
  )
}

function Participants({ eventId, session }: { eventId: number; session: Session }) {
  const { search, setSearch, filter, setFilters } = useListSearch({ forPeople: true })
  const filters: ParticipantFilters = { search }
  for (const name of FILTERS) filters[name] = filter(name)
  const page = usePage()
  const list = useQuery(participantsQuery(eventId, filters, page))
  const [cancelled, setCancelled] = useState<ParticipantRow | null>(null)
  const mayEdit = useMay('edit-registration-participant-event')
  const columns = useMemo(() => participantColumns({ mayEdit, onCancel: setCancelled }), [mayEdit])
  const isFiltered = Object.values(filters).some(Boolean) || page > 1
  return (
    <>
      <PageHeader title="Participantes" description={list.data?.event.title} />
      <DetailToolbar back={{ to: eventsPath(session) }}>
        <Button
          component={Link}
          to={pathTo(EVENT_PANEL_PATH, eventId)}
          variant="default"
          leftSection={<IconChartBar size={20} aria-hidden />}
        >
          Painel
        </Button>
        <ExportButton eventId={eventId} userId={session.user.id} filters={filters} found={list.data?.meta} />
      </DetailToolbar>
      <SummaryCards meta={list.data?.meta} />
      <ParticipantFiltersForm
        key={eventId}
        filters={filters}
        event={list.data?.event}
        onSearch={setSearch}
        onChange={setFilters}
      />
      <div className={classes.list} data-stale={list.isPlaceholderData || undefined}>
        <DataTable
          caption="Participantes"
          columns={columns}
          rows={list.data?.data}
          rowKey={({ id }) => id}
          meta={list.data?.meta}
          empty={<NobodyFound isFiltered={isFiltered} />}
          failure={listFailure(list)}
        />
      </div>
      <CancelDialog row={cancelled} onClose={() => setCancelled(null)} />
    </>
  )
}

function NobodyFound({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState
        title="Nenhum participante encontrado."
        description="Assim que alguém se inscrever, aparece aqui."
        icon={<IconUsersGroup size={28} />}
      />
    )
  return (
    <EmptyState
      title="Nenhum participante encontrado."
      description="Ninguém combina com essa busca."
      icon={<IconSearch size={28} />}
    >
      <Button component={Link} to={{ search: '' }} variant="default">
        Ver todos
      </Button>
    </EmptyState>
  )
}

function NoEvent({ session }: { session: Session }) {
  return (
    <>
      <PageHeader title="Participantes" />
      <div role="alert">
        <EmptyState title="ID do evento não fornecido na URL." icon={<IconCalendarQuestion size={28} />}>
          <Button component={Link} to={eventsPath(session)}>
            Ver eventos
          </Button>
        </EmptyState>
      </div>
    </>
  )
}
