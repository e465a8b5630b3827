import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AccountDetail, AccountRow } from '#contract/backoffice/accounts.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { NothingFound } from '#web/lists/nothing-found.tsx'
import { RecordState } from '#web/lists/record-state.tsx'
import { idOf, useIdParam } from '#web/navigation/use-id-param.ts'
import { ACCOUNT_RECORD_PATH, ACCOUNTS_PATH, pathTo } from '#web/paths.ts'
import classes from '#web/ui/cells.module.css'
import { actionsColumn, Unbroken } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { AccountStatus } from '../account-status.tsx'
import { accountQuery, accountsQuery } from '../queries.ts'
import { MergePreviewView } from './merge-preview.tsx'

const WITH_PARAM = 'com'

export const meta = pageTitle('Unificar contas')

/** Merges two accounts of one person in three steps: choose the other account, check the preview, confirm. */
export default function MergeScreen() {
  const id = useIdParam() ?? 0
  const query = useQuery(accountQuery(id))
  const { data: account } = query
  if (account) return <Merge key={id} account={account} />
  return (
    <RecordState
      title="Unificar contas"
      list={{ to: ACCOUNTS_PATH, label: 'Ver participantes' }}
      query={query}
    />
  )
}

function Merge({ account }: { account: AccountDetail }) {
  const [params, setParams] = useSearchParams()
  const duplicateId = idOf(params.get(WITH_PARAM) ?? undefined)
  return (
    <>
      <PageHeader
        title="Unificar contas"
        description={`Tudo o que a outra conta da mesma pessoa tem passa para a de ${account.name}. Não há como desfazer.`}
      >
        <DetailToolbar
          back={
            duplicateId ? { onClick: () => setParams({}) } : { to: pathTo(ACCOUNT_RECORD_PATH, account.id) }
          }
        />
      </PageHeader>
      {duplicateId ? (
        <MergePreviewView keptId={account.id} duplicateId={duplicateId} />
      ) : (
        <DuplicatePicker account={account} onChoose={(id) => setParams({ [WITH_PARAM]: String(id) })} />
      )}
    </>
  )
}

const ENOUGH = 10

interface DuplicatePickerProps {
  account: AccountDetail
  onChoose: (id: number) => void
}

/** Searches for the other account of the same person; similar accounts are listed first. */
function DuplicatePicker({ account, onChoose }: DuplicatePickerProps) {
  const [search, setSearch] = useState('')
  const list = useQuery({ ...accountsQuery({ search, per_page: ENOUGH }), enabled: search !== '' })
  const others =
    search === '' ? account.similar_accounts : list.data?.data.filter(({ id }) => id !== account.id)
  const columns = useMemo(() => columnsWith(onChoose), [onChoose])
  return (
    <>
      <ListToolbar search={{ value: search, onSearch: setSearch }} />
      <DataTable
        dense
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
    compact: 'first',
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
    compact: 'second',
    cell: ({ masked_cpf }) => <Unbroken>{masked_cpf ?? 'Sem CPF'}</Unbroken>,
  },
  {
    key: 'status',
    header: 'Situação',
    compact: 'third',
    cell: (account) => <AccountStatus account={account} />,
  },
  {
    ...actionsColumn<AccountRow>(({ id, email }) => (
      <Button variant="default" onClick={() => onChoose(id)} aria-label={`Comparar com ${email}`}>
        Comparar
      </Button>
    )),
    compact: 'first-end',
  },
]
