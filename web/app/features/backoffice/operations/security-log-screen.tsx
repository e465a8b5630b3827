import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { SecurityGroup } from '#contract/account/security-events.ts'
import type { SecurityRow } from '#contract/backoffice/security-log.ts'
import { ApiFailure } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { FilterForm } from '#web/lists/filter-form.tsx'
import { choiceFilter, dayFilter, searchFilter, textFilter } from '#web/lists/filters.ts'
import { NothingFound } from '#web/lists/nothing-found.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { auditPathOf } from '#web/navigation/staff-paths.ts'
import { useSession } from '#web/session/session.ts'
import classes from '#web/ui/cells.module.css'
import { Moment } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { SECURITY_LOG_KEY, securityLogQuery } from '../queries.ts'
import log from './operations.module.css'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { detailWords, eventWords, GROUP_WORDS } from './security-words.ts'

/** All filters may identify a person. */
const FILTERS = {
  account: searchFilter({ label: 'Conta', placeholder: 'Nome ou e-mail', personal: true, width: 'wide' }),
  group: choiceFilter(Object.entries(GROUP_WORDS) as [SecurityGroup, string][], {
    label: 'O que aconteceu',
    none: 'Tudo',
    personal: true,
    width: 'wide',
  }),
  ip: textFilter({
    label: 'Endereço IP',
    placeholder: '203.0.113.7 ou 203.0.113.0/24',
    maxLength: 60,
    personal: true,
    width: 'wide',
  }),
  from: dayFilter({ label: 'De', personal: true, aim: 'past' }),
  to: dayFilter({ label: 'Até', personal: true, aim: 'past' }),
}

const COLUMNS: readonly Column<SecurityRow>[] = [
  {
    key: 'what',
    header: 'O que aconteceu',
    title: true,
    compact: 'first',
    cell: (row) => (
      <div className={classes.lines}>
        <strong>
          {eventWords(row.kind)}
          {row.times > 1 && ` · ${row.times} vezes`}
        </strong>
        <span className={`${classes.minor} ${log.detail}`}>{detailWords(row)}</span>
        {row.record && (
          <Link to={auditPathOf(row.record.entity, row.record.id)} className={classes.minor}>
            Ver na auditoria
          </Link>
        )}
      </div>
    ),
  },
  { key: 'account', header: 'Conta', compact: 'second', cell: (row) => <AccountCell row={row} /> },
  {
    key: 'ip',
    header: 'Endereço IP',
    compact: 'third',
    cell: ({ ip }) => <span className="numbers">{ip ?? '—'}</span>,
  },
  { key: 'at', header: 'Quando', compact: 'second-end', cell: ({ at }) => <Moment at={at} /> },
]

function AccountCell({ row: { account, actor } }: { row: SecurityRow }) {
  return (
    <>
      {account ? (
        <Link to={{ search: '' }} state={{ filters: { account: account.name } }} className={log.account}>
          {account.name}
        </Link>
      ) : (
        <span className={classes.minor}>Nenhuma</span>
      )}
      {actor && <span className={classes.minor}> por {actor.name}</span>}
    </>
  )
}

/** The account of all rows; null when they differ. */
function onlyAccount(rows: readonly SecurityRow[] | undefined): SecurityRow['account'] {
  const [first] = rows ?? []
  return rows?.every(({ account }) => account?.id === first?.account?.id) ? (first?.account ?? null) : null
}

export const meta = pageTitle('Registro de segurança')

export default function SecurityLogScreen() {
  const session = useSession()
  const search = useListSearch(FILTERS)
  const list = useInfiniteQuery(securityLogQuery(search.query))
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const refusedIp = list.error instanceof ApiFailure ? list.error.errorOf('ip') : undefined
  const account = search.filters.account ? onlyAccount(rows) : null
  return (
    <>
      <PageHeader
        title="Registro de segurança"
        description="Entradas, recusas, limites e mudanças de acesso dos últimos seis meses."
      />
      <FilterForm
        list={search}
        context={undefined}
        label="Filtrar o registro de segurança"
        errors={{ ip: refusedIp }}
      />
      {account?.has_second_factor && account.id !== session?.user.id && (
        <div className={log.above}>
          <ResetSecondFactor account={account} invalidates={SECURITY_LOG_KEY} />
        </div>
      )}
      <DataTable
        dense
        caption="Registro de segurança"
        columns={COLUMNS}
        rows={refusedIp ? [] : rows}
        rowKey={({ id }) => id}
        empty={
          search.isFiltered ? (
            <NothingFound>Nada combina com essa busca.</NothingFound>
          ) : (
            <EmptyState icon={<IconShieldCheck size={28} />} />
          )
        }
        failure={listFailure(list)}
      />
      {list.hasNextPage && (
        <div className={log.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Mostrar mais
          </Button>
        </div>
      )}
    </>
  )
}
