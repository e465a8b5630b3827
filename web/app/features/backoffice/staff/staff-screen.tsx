import { IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { STAFF_ROLES, type StaffUser } from '#contract/backoffice/staff.ts'
import { pathTo, STAFF_USER_PATH } from '../../../paths.ts'
import classes from '../../../ui/cells.module.css'
import type { Column } from '../../../ui/data-table.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { momentWords } from '../../registration/moment.ts'
import { FilterSelect } from '../filter-select.tsx'
import { staffQuery } from '../queries.ts'
import { SearchableList } from '../searchable-list.tsx'
import { useListSearch } from '../use-list-search.ts'
import { StaffStatus } from './staff-status.tsx'

const ROLES = [
  ['', 'Todos os papéis'],
  ['Admin', 'Admin'],
  ['Empresa', 'Empresa'],
] as const

const COLUMNS: readonly Column<StaffUser>[] = [
  {
    key: 'name',
    header: 'Usuário',
    title: true,
    cell: ({ id, name, email }) => (
      <div className={classes.lines}>
        <RowLink to={pathTo(STAFF_USER_PATH, id)} className={classes.name}>
          {name}
        </RowLink>
        <span className={classes.minor}>{email}</span>
      </div>
    ),
  },
  {
    key: 'role',
    header: 'Papel',
    cell: ({ role, enterprise }) => (
      <div className={classes.lines}>
        <span>{role}</span>
        {enterprise && <span className={classes.minor}>{enterprise.name}</span>}
      </div>
    ),
  },
  {
    key: 'seen',
    header: 'Último acesso',
    cell: ({ last_seen_at }) => (
      <span className={`numbers ${classes.nowrap}`}>
        {last_seen_at ? momentWords(last_seen_at) : 'nunca entrou'}
      </span>
    ),
  },
  { key: 'status', header: 'Situação', cell: (user) => <StaffStatus user={user} /> },
]

export const meta = pageTitle('Usuários')

export default function StaffScreen() {
  const search = useListSearch({ forPeople: true })
  const page = usePage()
  const role = STAFF_ROLES.find((one) => one === search.filter('papel'))
  const list = useQuery(staffQuery({ search: search.search, page, ...(role && { role }) }))
  return (
    <SearchableList
      title="Usuários"
      description="Quem administra a plataforma e quem trabalha nas empresas. Cada pessoa com a sua conta."
      columns={COLUMNS}
      list={list}
      search={search}
      create={{ to: pathTo(STAFF_USER_PATH, 'novo'), label: 'Novo usuário' }}
      isFiltered={role !== undefined}
      nothingFound="Nenhum usuário combina com essa pesquisa."
      icon={IconUserShield}
    >
      <FilterSelect
        label="Papel"
        value={search.filter('papel')}
        options={ROLES}
        onChange={(value) => search.setFilter('papel', value)}
      />
    </SearchableList>
  )
}
