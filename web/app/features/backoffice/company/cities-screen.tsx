import { IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CityRow } from '#contract/backoffice/company.ts'
import { STATE_CODES } from '#contract/city.ts'
import { countWords } from '#contract/words.ts'
import { CITY_PATH, pathTo } from '../../../paths.ts'
import classes from '../../../ui/cells.module.css'
import type { Column } from '../../../ui/data-table.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { useStates } from '../../city/use-states.ts'
import { FilterSelect } from '../filter-select.tsx'
import { companyCitiesQuery } from '../queries.ts'
import { SearchableList } from '../searchable-list.tsx'
import { useListSearch } from '../use-list-search.ts'

const COLUMNS: readonly Column<CityRow>[] = [
  {
    key: 'name',
    header: 'Cidade',
    title: true,
    cell: ({ id, name, state }) => (
      <RowLink to={pathTo(CITY_PATH, id)} className={classes.name}>
        {name}, {state}
      </RowLink>
    ),
  },
  { key: 'next', header: 'Próximo evento', cell: ({ next_event_on }) => next_event_on ?? '—' },
  { key: 'open', header: 'Ativos', align: 'end', cell: ({ open_events }) => countWords(open_events) },
  { key: 'events', header: 'Eventos', align: 'end', cell: ({ events }) => countWords(events) },
  {
    key: 'count',
    header: 'Inscrições',
    align: 'end',
    cell: ({ registrations }) => countWords(registrations),
  },
]

export const meta = pageTitle('Cidades')

export default function CitiesScreen() {
  const search = useListSearch()
  const page = usePage()
  const states = useStates()
  const state = STATE_CODES.find((code) => code === search.filter('uf'))
  const list = useQuery(companyCitiesQuery({ search: search.search, page, ...(state && { state }) }))
  return (
    <SearchableList
      title="Cidades"
      description="Onde a empresa tem eventos, da que tem mais inscrições à que tem menos."
      columns={COLUMNS}
      list={list}
      search={search}
      isFiltered={state !== undefined}
      nothingFound="Nenhuma cidade combina com essa pesquisa."
      icon={IconMap2}
    >
      <FilterSelect
        label="Estado"
        value={search.filter('uf')}
        options={[
          ['', 'Todos os estados'],
          ...states.map(({ abbreviation, name }) => [abbreviation, name] as const),
        ]}
        onChange={(value) => search.setFilter('uf', value)}
      />
    </SearchableList>
  )
}
