import { IconCalendarPlus, IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { addDays, dayIn } from '#contract/dates.ts'
import { EventSort } from '#contract/event-management/organizer-events.ts'
import { countWords } from '#contract/words.ts'
import { eventsQuery } from '#web/features/event/organizer-events.ts'
import { EVENT_FILTERS, FilterForm } from '#web/lists/filter-form.tsx'
import { nextSort, readSorting, SORT_PARAM } from '#web/lists/sorting.ts'
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
import { DraftList, isTitleOnly } from './draft-list.tsx'
import classes from './event-table.module.css'
import { EventTable } from './event-table.tsx'
import { NewEventButton } from './new-event-button.tsx'

export const meta = pageTitle('Listagem de Eventos')

const EVENT_SORTING = {
  keys: EventSort.options,
  initial: null,
  ascendingFirst: ['title', 'date'] as EventSort[],
}

export default function EventsScreen() {
  const session = useSession()
  return session && <Events session={session} />
}

function Events({ session }: { session: Session }) {
  const search = useListSearch(EVENT_FILTERS)
  const sorting = readSorting(search.param(SORT_PARAM), EVENT_SORTING)
  // A filter or a sorting asks for all events. Without both, those of the past are folded.
  const isPlain = !search.isFiltered && sorting === null
  const period = isPlain ? 'current' : undefined
  const list = useQuery(eventsQuery({ ...search.query, period }, usePage(), sorting))
  const past = useQuery({ ...eventsQuery({ period: 'past' }, 1), enabled: isPlain })
  const pastEvents = isPlain ? past.data?.meta.total : 0
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
      {isTitleOnly(search.query) && (
        <DraftList title={search.query.title} withOrganizer={isBackOffice(session)} />
      )}
      <EventTable
        query={list}
        withOrganizer={isBackOffice(session)}
        isFiltered={!isPlain}
        empty={pastEvents === 0 ? <NothingYet /> : <NothingPlanned />}
        sorting={{
          ...(sorting ?? { by: '', descending: false }),
          onSort: (by) => search.setParam(SORT_PARAM, nextSort(sorting, by, EVENT_SORTING)),
        }}
      />
      {pastEvents ? (
        <PastEvents
          query={{ ...past, data: past.data && { data: past.data.data } }}
          count={pastEvents}
          withOrganizer={isBackOffice(session)}
        />
      ) : null}
    </>
  )
}

interface PastEventsProps {
  query: ComponentProps<typeof EventTable>['query']
  count: number
  withOrganizer: boolean
}

function PastEvents({ query, count, withOrganizer }: PastEventsProps) {
  const yesterday = addDays(dayIn('America/Sao_Paulo', new Date()), -1)
  const isMore = count > (query.data?.data.length ?? count)
  return (
    <details className={classes.past}>
      <summary>Passados ({countWords(count)})</summary>
      <EventTable query={query} withOrganizer={withOrganizer} isFiltered={false} caption="Eventos passados" />
      {isMore && (
        <LinkButton to={{ search: `?date_event_end=${yesterday}&${SORT_PARAM}=-date` }} variant="default">
          Ver todos
        </LinkButton>
      )}
    </details>
  )
}

const NothingPlanned = () => <EmptyState description="Nenhum evento por vir." />

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
