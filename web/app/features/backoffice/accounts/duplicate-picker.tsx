import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AccountDetail, AccountRow } from '#contract/backoffice/accounts.ts'
import { listFailure } from '../../../query-failure.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListToolbar } from '../../../ui/list-toolbar.tsx'
import classes from '../backoffice.module.css'
import { NothingFound } from '../nothing-found.tsx'
import { accountsQuery } from '../queries.ts'
import { AccountStatus } from './account-status.tsx'

const ENOUGH = 10

interface DuplicatePickerProps {
  account: AccountDetail
  onChoose: (id: number) => void
}

/** Finds the other account of the same person; it begins with those that look alike. */
export function DuplicatePicker({ account, onChoose }: DuplicatePickerProps) {
  const [search, setSearch] = useState('')
  const list = useQuery({ ...accountsQuery({ search, per_page: ENOUGH }), enabled: search !== '' })
  const others =
    search === '' ? account.similar_accounts : list.data?.data.filter(({ id }) => id !== account.id)
  const columns = useMemo(() => columnsWith(onChoose), [onChoose])
  return (
    <>
      <ListToolbar search={{ value: search, onSearch: setSearch }} />
      <DataTable
        caption="Contas que podem ser da mesma pessoa"
        columns={columns}
        rows={others}
        rowKey={({ id }) => id}
        empty={
          search === '' ? (
            <EmptyState
              title="Qual é a outra conta?"
              description="Pesquise por nome, e-mail ou CPF. Você vê o que muda antes de confirmar."
              icon={<IconSearch size={28} />}
            />
          ) : (
            <NothingFound>Nenhuma outra conta combina com essa pesquisa.</NothingFound>
          )
        }
        failure={search === '' ? undefined : listFailure(list)}
      />
    </>
  )
}

const columnsWith = (onChoose: (id: number) => void): readonly Column<AccountRow>[] => [
  {
    key: 'name',
    header: 'Conta',
    title: true,
    cell: ({ name, email }) => (
      <div className={classes.lines}>
        <strong>{name}</strong>
        <span className={`${classes.minor} ${classes.email}`} title={email}>
          {email}
        </span>
      </div>
    ),
  },
  {
    key: 'cpf',
    header: 'CPF',
    cell: ({ masked_cpf }) => <span className={`numbers ${classes.nowrap}`}>{masked_cpf ?? 'Sem CPF'}</span>,
  },
  { key: 'status', header: 'Situação', cell: (account) => <AccountStatus account={account} /> },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: ({ id, email }) => (
      <Button variant="default" onClick={() => onChoose(id)} aria-label={`Comparar com ${email}`}>
        Comparar
      </Button>
    ),
  },
]
