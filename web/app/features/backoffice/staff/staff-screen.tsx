import { IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { StaffUser } from '#contract/backoffice/staff.ts'
import { choiceFilter } from '#web/lists/filters.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { pathTo, STAFF_USER_PATH } from '#web/paths.ts'
import { Lines, Unbroken } from '#web/ui/cells.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { AccountStatus } from '../account-status.tsx'
import { staffQuery } from '../queries.ts'

const FILTERS = {
  role: choiceFilter(
    [
      ['Admin', 'Admin'],
      ['Empresa', 'Empresa'],
    ],
    { param: 'papel', label: 'Papel', none: 'Todos' },
  ),
}

const COLUMNS: readonly Column<StaffUser>[] = [
  {
    key: 'name',
    header: 'Usuário',
    title: true,
    compact: 'first',
    cell: ({ id, name, email }) => (
      <Lines minor={email}>
        <RecordLink to={pathTo(STAFF_USER_PATH, id)}>{name}</RecordLink>
      </Lines>
    ),
  },
  {
    key: 'role',
    header: 'Papel',
    compact: 'second',
    cell: ({ role, enterprise }) => (enterprise ? `${role} · ${enterprise.name}` : role),
  },
  {
    key: 'seen',
    header: 'Último acesso',
    compact: 'third',
    labelled: true,
    cell: ({ last_seen_at }) => (
      <Unbroken>{last_seen_at ? momentWords(last_seen_at) : 'nunca entrou'}</Unbroken>
    ),
  },
  {
    key: 'status',
    header: 'Situação',
    compact: 'first-end',
    cell: (user) => <AccountStatus account={user} isInvited />,
  },
]

export const meta = pageTitle('Usuários')

export default function StaffScreen() {
  const list = useListSearch(FILTERS, { forPeople: true })
  const query = useQuery(staffQuery({ search: list.search, page: usePage(), ...list.query }))
  return (
    <SearchableList
      dense
      title="Usuários"
      description="Quem administra a plataforma e quem trabalha nas empresas. Cada pessoa com a sua conta."
      columns={COLUMNS}
      query={query}
      list={list}
      context={undefined}
      create={{ to: pathTo(STAFF_USER_PATH, 'novo'), label: 'Novo usuário' }}
      nothingFound="Nenhum usuário combina com essa pesquisa."
      icon={IconUserShield}
    />
  )
}
