import { IconCalendarPlus, IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { eventsQuery } from '#web/features/event/organizer-events.ts'
import { EVENT_FILTERS, FilterForm } from '#web/lists/filter-form.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { isBackOffice } from '#web/navigation/staff-paths.ts'
import { ORGANIZER_HOME_PATH } from '#web/paths.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { useMay } from '#web/session/use-may.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { EventTable } from './event-table.tsx'
import { NewEventButton } from './new-event-button.tsx'

export const meta = pageTitle('Listagem de Eventos')

export default function EventsScreen() {
  const session = useSession()
  return session && <Events session={session} />
}

function Events({ session }: { session: Session }) {
  const search = useListSearch(EVENT_FILTERS)
  const list = useQuery(eventsQuery(search.filters, usePage()))
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
      <FilterForm list={search} context={undefined} label="Filtrar eventos" />
      <EventTable
        query={list}
        withOrganizer={isBackOffice(session)}
        isFiltered={search.isFiltered}
        empty={<NothingYet />}
      />
    </>
  )
}

function NothingYet() {
  if (!useMay('create-event')) return <EmptyState />
  return (
    <EmptyState
      description="Que tal dar a primeira largada? Cadastre o seu evento: modalidades, produtos, pagamentos e termos, um passo de cada vez."
      icon={<IconCalendarPlus size={28} />}
    >
      <NewEventButton />
    </EmptyState>
  )
}
