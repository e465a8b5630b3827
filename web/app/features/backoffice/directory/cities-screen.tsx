import { IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CityRow } from '#contract/backoffice/directory.ts'
import { STATE_CODES, type State } from '#contract/city/city.ts'
import { countWords } from '#contract/words.ts'
import { useStates } from '#web/features/city/use-states.ts'
import { loadedFilter, oneOf } from '#web/lists/filters.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { CITY_PATH, pathTo } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { enterpriseCitiesQuery } from '../queries.ts'

const COLUMNS: readonly Column<CityRow>[] = [
  {
    key: 'name',
    header: 'Cidade',
    title: true,
    compact: 'first',
    cell: ({ id, name, state }) => (
      <RecordLink to={pathTo(CITY_PATH, id)}>
        {name}, {state}
      </RecordLink>
    ),
  },
  {
    key: 'next',
    header: 'Próximo evento',
    compact: 'second',
    labelled: true,
    cell: ({ next_event_on }) => next_event_on ?? '—',
  },
  {
    key: 'open',
    header: 'Ativos',
    align: 'end',
    compact: 'third',
    labelled: true,
    cell: ({ open_events }) => countWords(open_events),
  },
  {
    key: 'events',
    header: 'Eventos',
    align: 'end',
    compact: 'third-end',
    labelled: true,
    cell: ({ events }) => countWords(events),
  },
  {
    key: 'count',
    header: 'Inscrições',
    align: 'end',
    compact: 'second-end',
    labelled: true,
    cell: ({ registrations }) => countWords(registrations),
  },
]

const FILTERS = {
  state: loadedFilter(
    (states: readonly State[]) => states.map(({ abbreviation, name }) => [abbreviation, name]),
    { param: 'uf', label: 'Estado', none: 'Todos os estados', read: oneOf(STATE_CODES) },
  ),
}

export const meta = pageTitle('Cidades')

export default function CitiesScreen() {
  const list = useListSearch(FILTERS)
  const query = useQuery(enterpriseCitiesQuery({ search: list.search, page: usePage(), ...list.query }))
  return (
    <SearchableList
      dense
      title="Cidades"
      description="Onde a empresa tem eventos, da que tem mais inscrições à que tem menos."
      columns={COLUMNS}
      query={query}
      list={list}
      context={useStates()}
      nothingFound="Nenhuma cidade combina com essa pesquisa."
      icon={IconMap2}
    />
  )
}
