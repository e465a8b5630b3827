import { IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CityRow } from '#contract/backoffice/company.ts'
import { STATE_CODES } from '#contract/city.ts'
import { CITY_PATH, pathTo } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListToolbar } from '../../../ui/list-toolbar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { usePage } from '../../../ui/use-page.ts'
import { useStates } from '../../city/use-states.ts'
import classes from '../backoffice.module.css'
import { countWords } from '../count.ts'
import { FilterSelect } from '../filter-select.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { companyCitiesQuery } from '../queries.ts'
import { useListSearch } from '../use-list-search.ts'

const COLUMNS: readonly Column<CityRow>[] = [
  {
    key: 'name',
    header: 'Cidade',
    title: true,
    cell: ({ id, name, state }) => (
      <Link to={pathTo(CITY_PATH, id)} className={classes.name}>
        {name}, {state}
      </Link>
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
  const { search, setSearch, filter, setFilter } = useListSearch()
  const page = usePage()
  const states = useStates()
  const state = STATE_CODES.find((code) => code === filter('uf'))
  const list = useQuery(companyCitiesQuery({ search, page, ...(state && { state }) }))
  return (
    <>
      <PageHeader
        title="Cidades"
        description="Onde a empresa tem eventos, da que tem mais inscrições à que tem menos."
      />
      <ListToolbar search={{ value: search, onSearch: setSearch }}>
        <FilterSelect
          label="Estado"
          value={filter('uf')}
          options={[
            ['', 'Todos os estados'],
            ...states.map(({ abbreviation, name }) => [abbreviation, name] as const),
          ]}
          onChange={(value) => setFilter('uf', value)}
        />
      </ListToolbar>
      <DataTable
        caption="Cidades"
        columns={COLUMNS}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={
          search || state ? (
            <NothingFound>Nenhuma cidade combina com essa pesquisa.</NothingFound>
          ) : (
            <EmptyState icon={<IconMap2 size={28} />} />
          )
        }
        failure={listFailure(list)}
      />
    </>
  )
}
