import { IconRun, IconUserX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AccountRow } from '#contract/backoffice/accounts.ts'
import { choiceFilter } from '#web/lists/filters.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { ACCOUNT_RECORD_PATH, pathTo, REMOVAL_PATH } from '#web/paths.ts'
import { Lines, Moment } from '#web/ui/cells.tsx'
import { CONTACT_COLUMN } from '#web/ui/contact-column.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { AccountStatus } from '../account-status.tsx'
import { accountsQuery } from '../queries.ts'

const FILTERS = {
  state: choiceFilter(
    [
      ['verified', 'E-mail verificado'],
      ['unverified', 'E-mail não verificado'],
      ['blocked', 'Bloqueados'],
    ],
    { param: 'estado', label: 'Situação', none: 'Todos' },
  ),
}

const COLUMNS: readonly Column<AccountRow>[] = [
  {
    key: 'name',
    header: 'Participante',
    title: true,
    compact: 'first',
    cell: ({ id, name, masked_cpf }) => (
      <Lines minor={masked_cpf ? `CPF ${masked_cpf}` : 'Sem CPF'}>
        <RecordLink to={pathTo(ACCOUNT_RECORD_PATH, id)}>{name}</RecordLink>
      </Lines>
    ),
  },
  CONTACT_COLUMN,
  { key: 'created', header: 'Conta criada em', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: 'status',
    header: 'Situação',
    compact: 'first-end',
    cell: (account) => <AccountStatus account={account} />,
  },
]

export const meta = pageTitle('Participantes')

export default function AccountsScreen() {
  const list = useListSearch(FILTERS, { forPeople: true })
  const query = useQuery(accountsQuery({ search: list.search, page: usePage(), ...list.query }))
  return (
    <SearchableList
      dense
      title="Participantes"
      description="Busque por nome, e-mail ou CPF, com ou sem pontuação."
      columns={COLUMNS}
      query={query}
      list={list}
      context={undefined}
      nothingFound="Nenhum participante combina com essa pesquisa."
      icon={IconRun}
    >
      <LinkButton to={REMOVAL_PATH} variant="default" icon={IconUserX}>
        Apagar dados por CPF
      </LinkButton>
    </SearchableList>
  )
}
