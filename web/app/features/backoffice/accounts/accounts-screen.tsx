import { IconRun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_STATES, type AccountRow } from '#contract/backoffice/accounts.ts'
import { ACCOUNT_RECORD_PATH, pathTo } from '../../../paths.ts'
import classes from '../../../ui/cells.module.css'
import { CONTACT_COLUMN } from '../../../ui/contact-column.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { momentWords } from '../../registration/moment.ts'
import { FilterSelect } from '../filter-select.tsx'
import { accountsQuery } from '../queries.ts'
import { SearchableList } from '../searchable-list.tsx'
import { useListSearch } from '../use-list-search.ts'
import { AccountStatus } from './account-status.tsx'

const STATES = [
  ['', 'Todos'],
  ['verified', 'E-mail verificado'],
  ['unverified', 'E-mail não verificado'],
  ['blocked', 'Bloqueados'],
] as const

const COLUMNS: readonly Column<AccountRow>[] = [
  {
    key: 'name',
    header: 'Participante',
    title: true,
    cell: ({ id, name, masked_cpf }) => (
      <div className={classes.lines}>
        <RowLink to={pathTo(ACCOUNT_RECORD_PATH, id)} className={classes.name}>
          {name}
        </RowLink>
        <span className={`${classes.minor} numbers`}>{masked_cpf ? `CPF ${masked_cpf}` : 'Sem CPF'}</span>
      </div>
    ),
  },
  CONTACT_COLUMN,
  {
    key: 'created',
    header: 'Conta criada em',
    cell: ({ created_at }) => <span className={`numbers ${classes.nowrap}`}>{momentWords(created_at)}</span>,
  },
  { key: 'status', header: 'Situação', cell: (account) => <AccountStatus account={account} /> },
]

export const meta = pageTitle('Participantes')

export default function AccountsScreen() {
  const search = useListSearch({ forPeople: true })
  const page = usePage()
  const state = ACCOUNT_STATES.find((one) => one === search.filter('estado'))
  const list = useQuery(accountsQuery({ search: search.search, page, ...(state && { state }) }))
  return (
    <SearchableList
      title="Participantes"
      description="Busque por nome, e-mail ou CPF, com ou sem pontuação."
      columns={COLUMNS}
      list={list}
      search={search}
      isFiltered={state !== undefined}
      nothingFound="Nenhum participante combina com essa pesquisa."
      icon={IconRun}
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
