import { Anchor, Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import type { SecurityRow } from '#contract/backoffice/security-log.ts'
import { ApiFailure } from '../../../api.ts'
import { listFailure } from '../../../query-failure.ts'
import { useSession } from '../../../session.ts'
import { auditPathOf } from '../../../staff-paths.ts'
import classes from '../../../ui/cells.module.css'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { momentWords } from '../../registration/moment.ts'
import { NothingFound } from '../nothing-found.tsx'
import { SECURITY_LOG_KEY, securityLogQuery } from '../queries.ts'
import log from './operations.module.css'
import { OperationsTabs } from './operations-tabs.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { SecurityFilterForm } from './security-filter-form.tsx'
import { readSecurityFilters, securityBodyOf } from './security-filters.ts'
import { detailWords, eventWords } from './security-words.ts'

const COLUMNS: readonly Column<SecurityRow>[] = [
  {
    key: 'what',
    header: 'O que aconteceu',
    title: true,
    cell: (row) => (
      <div className={classes.lines}>
        <strong>
          {eventWords(row.kind)}
          {row.times > 1 && ` · ${row.times} vezes`}
        </strong>
        <span className={`${classes.minor} ${log.detail}`}>{detailWords(row)}</span>
      </div>
    ),
  },
  { key: 'account', header: 'Conta', cell: (row) => <AccountCell row={row} /> },
  {
    key: 'ip',
    header: 'Endereço IP',
    cell: ({ ip }) => <span className="numbers">{ip ?? '—'}</span>,
  },
  {
    key: 'at',
    header: 'Quando',
    cell: ({ at }) => <span className={`numbers ${classes.nowrap}`}>{momentWords(at)}</span>,
  },
]

function AccountCell({ row: { account, actor, record } }: { row: SecurityRow }) {
  return (
    <div className={classes.lines}>
      {account ? (
        <Anchor component={Link} to={{ search: '' }} state={{ security: { account: account.name } }}>
          {account.name}
        </Anchor>
      ) : (
        <span className={classes.minor}>Nenhuma</span>
      )}
      {actor && <span className={classes.minor}>por {actor.name}</span>}
      {record && (
        <Link to={auditPathOf(record.entity, record.id)} className={classes.minor}>
          Ver na auditoria
        </Link>
      )}
    </div>
  )
}

/** The account that all rows share, if they do. */
function onlyAccount(rows: readonly SecurityRow[] | undefined): SecurityRow['account'] {
  const [first] = rows ?? []
  return rows?.every(({ account }) => account?.id === first?.account?.id) ? (first?.account ?? null) : null
}

export const meta = pageTitle('Registro de segurança')

/** Logins, refusals, and changes of accounts and access. */
export default function SecurityLogScreen() {
  const session = useSession()
  const filters = readSecurityFilters((useLocation().state as { security?: unknown } | null)?.security)
  const narrowed = Object.values(filters).some(Boolean)
  const list = useInfiniteQuery(securityLogQuery(securityBodyOf(filters)))
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const refusedIp = list.error instanceof ApiFailure ? list.error.errorOf('ip') : undefined
  const account = filters.account ? onlyAccount(rows) : null
  return (
    <>
      <PageHeader
        title="Registro de segurança"
        description="Entradas, recusas, limites e mudanças de acesso dos últimos seis meses."
      />
      <OperationsTabs />
      <SecurityFilterForm key={JSON.stringify(filters)} filters={filters} ipError={refusedIp} />
      {account?.has_second_factor && account.id !== session?.user.id && (
        <div className={log.above}>
          <ResetSecondFactor account={account} invalidates={SECURITY_LOG_KEY} />
        </div>
      )}
      <DataTable
        caption="Registro de segurança"
        columns={COLUMNS}
        rows={refusedIp ? [] : rows}
        rowKey={({ id }) => id}
        empty={
          narrowed ? (
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
