import { useQuery } from '@tanstack/react-query'
import { STATE_CODES, type State } from '#contract/city/city.ts'
import { EVENT_STATUSES } from '#contract/event/event-status.ts'
import { useStates } from '#web/features/city/use-states.ts'
import { DraftList, isTitleOnly } from '#web/features/event-management/list/draft-list.tsx'
import { EventTable } from '#web/features/event-management/list/event-table.tsx'
import { NewEventButton } from '#web/features/event-management/list/new-event-button.tsx'
import { EVENT_FILTERS, FilterForm } from '#web/lists/filter-form.tsx'
import { choiceFilter, type Filter, loadedFilter, oneOf, searchFilter } from '#web/lists/filters.ts'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { allEventsQuery } from './queries.ts'

const { title, ...days } = EVENT_FILTERS
const FILTERS = {
  title: { ...title, width: 'half' } satisfies Filter<string, unknown>,
  organizer: searchFilter({ label: 'Organizador', placeholder: 'Nome fantasia', width: 'half' }),
  status: choiceFilter(
    EVENT_STATUSES.map((words, status) => [String(status), words]),
    { label: 'Status', none: 'Todos' },
  ),
  state: loadedFilter(
    (states: readonly State[]) => states.map(({ abbreviation, name }) => [abbreviation, name]),
    { label: 'Estado', none: 'Todos', read: oneOf(STATE_CODES) },
  ),
  ...days,
}

export const meta = pageTitle('Listagem de Eventos')

export default function AllEventsScreen() {
  const search = useListSearch(FILTERS)
  const list = useQuery(allEventsQuery({ ...search.query, page: usePage() }))
  return (
    <>
      <PageHeader title="Listagem de Eventos" description="Os eventos de todos os organizadores.">
        <NewEventButton />
      </PageHeader>
      <FilterForm list={search} context={useStates()} label="Filtrar eventos" />
      {isTitleOnly(search.query) && <DraftList title={search.query.title} withOrganizer />}
      <EventTable query={list} withOrganizer isFiltered={search.isFiltered} />
    </>
  )
}
