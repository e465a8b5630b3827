import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ORGANIZER_STATES, type OrganizerAccount } from '#contract/backoffice/organizers.ts'
import { formatCnpj } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { ALL_EVENTS_PATH, ORGANIZER_PATH, pathTo } from '../../../paths.ts'
import classes from '../../../ui/cells.module.css'
import { CONTACT_COLUMN } from '../../../ui/contact-column.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { FilterSelect } from '../filter-select.tsx'
import { organizersQuery } from '../queries.ts'
import { SearchableList } from '../searchable-list.tsx'
import { useListSearch } from '../use-list-search.ts'
import { OrganizerStatus } from './organizer-status.tsx'

const STATES = [
  ['', 'Todos'],
  ['active', 'Ativos'],
  ['invited', 'Convite enviado'],
  ['suspended', 'Suspensos'],
] as const

const COLUMNS: readonly Column<OrganizerAccount>[] = [
  {
    key: 'name',
    header: 'Organizador',
    title: true,
    cell: ({ id, fantasy_name, cnpj }) => (
      <div className={classes.lines}>
        <RowLink to={pathTo(ORGANIZER_PATH, id)} className={classes.name}>
          {fantasy_name}
        </RowLink>
        {cnpj && <span className={`${classes.minor} numbers`}>CNPJ {formatCnpj(cnpj)}</span>}
      </div>
    ),
  },
  CONTACT_COLUMN,
  { key: 'enterprise', header: 'Empresa', cell: ({ enterprise }) => enterprise.name },
  {
    key: 'events',
    header: 'Eventos',
    align: 'end',
    cell: ({ fantasy_name, events }) =>
      events > 0 ? (
        <Link
          to={`${ALL_EVENTS_PATH}?organizer=${encodeURIComponent(fantasy_name)}`}
          className={classes.name}
          aria-label={`Ver os eventos de ${fantasy_name}`}
        >
          {countWords(events)}
        </Link>
      ) : (
        '0'
      ),
  },
  { key: 'status', header: 'Situação', cell: (organizer) => <OrganizerStatus organizer={organizer} /> },
]

export const meta = pageTitle('Organizadores')

export default function OrganizersScreen() {
  const search = useListSearch({ forPeople: true })
  const page = usePage()
  const state = ORGANIZER_STATES.find((one) => one === search.filter('estado'))
  const list = useQuery(organizersQuery({ search: search.search, page, ...(state && { state }) }))
  return (
    <SearchableList
      title="Organizadores"
      description="Quem publica eventos na plataforma."
      columns={COLUMNS}
      list={list}
      search={search}
      create={{ to: pathTo(ORGANIZER_PATH, 'novo'), label: 'Novo Organizador' }}
      isFiltered={state !== undefined}
      nothingFound="Nenhum organizador combina com essa pesquisa."
      icon={IconUsersGroup}
    >
      <FilterSelect
        label="Situação"
        value={search.filter('estado')}
        options={STATES}
        onChange={(value) => search.setFilter('estado', value)}
      />
    </SearchableList>
  )
}
