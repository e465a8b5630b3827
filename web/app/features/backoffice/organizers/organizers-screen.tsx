import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { OrganizerAccount } from '#contract/backoffice/organizers.ts'
import { formatCnpj } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { choiceFilter } from '#web/lists/filters.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { ALL_EVENTS_PATH, ORGANIZER_PATH, pathTo } from '#web/paths.ts'
import classes from '#web/ui/cells.module.css'
import { Lines } from '#web/ui/cells.tsx'
import { CONTACT_COLUMN } from '#web/ui/contact-column.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { OrganizerStatus } from '../account-status.tsx'
import { organizersQuery } from '../queries.ts'

const FILTERS = {
  state: choiceFilter(
    [
      ['active', 'Ativos'],
      ['invited', 'Convite enviado'],
      ['suspended', 'Suspensos'],
    ],
    { param: 'estado', label: 'Situação', none: 'Todos' },
  ),
}

const COLUMNS: readonly Column<OrganizerAccount>[] = [
  {
    key: 'name',
    header: 'Organizador',
    title: true,
    compact: 'first',
    cell: ({ id, fantasy_name, cnpj }) => (
      <Lines minor={cnpj && <span className={classes.wide}>CNPJ {formatCnpj(cnpj)}</span>}>
        <RecordLink to={pathTo(ORGANIZER_PATH, id)}>{fantasy_name}</RecordLink>
      </Lines>
    ),
  },
  CONTACT_COLUMN,
  { key: 'enterprise', header: 'Empresa', cell: ({ enterprise }) => enterprise.name },
  {
    key: 'events',
    header: 'Eventos',
    align: 'end',
    compact: 'third-end',
    labelled: true,
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
  {
    key: 'status',
    header: 'Situação',
    compact: 'third',
    cell: (organizer) => <OrganizerStatus organizer={organizer} />,
  },
]

export const meta = pageTitle('Organizadores')

export default function OrganizersScreen() {
  const list = useListSearch(FILTERS, { forPeople: true })
  const query = useQuery(organizersQuery({ search: list.search, page: usePage(), ...list.query }))
  return (
    <SearchableList
      dense
      title="Organizadores"
      description="Quem publica eventos na plataforma."
      columns={COLUMNS}
      query={query}
      list={list}
      context={undefined}
      create={{ to: pathTo(ORGANIZER_PATH, 'novo'), label: 'Novo Organizador' }}
      nothingFound="Nenhum organizador combina com essa pesquisa."
      icon={IconUsersGroup}
    />
  )
}
