import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import type { Period } from '#contract/report/period.ts'
import {
  exportEnterpriseStatement,
  exportEnterpriseStatementXlsx,
  exportOrganizerStatement,
  exportOrganizerStatementXlsx,
  getEnterpriseStatement,
  getOrganizerStatement,
} from '#contract/report/statement.ts'
import { apiFile, type CallInput } from '#web/api/api.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { DownloadButton, ExportButtons } from '#web/api/download-button.tsx'
import { listFailure } from '#web/api/query-failure.ts'
import { FilterFields } from '#web/lists/filter-field.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { ENTERPRISE_STATEMENT_PATH } from '#web/paths.ts'
import { FramedError } from '#web/ui/frame.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import classes from '#web/ui/statement.module.css'
import { MoneyTabs } from '../money-tabs.tsx'
import { PeriodButtons } from '../period-filter.tsx'
import { STATEMENT_FILTERS } from './filters.ts'
import { StatementTables } from './statement-tables.tsx'
import { Donations, StatementTotals } from './statement-totals.tsx'

type StatementOf = 'enterprise' | 'organizer'

const ROUTES = {
  enterprise: {
    read: getEnterpriseStatement,
    csv: exportEnterpriseStatement,
    xlsx: exportEnterpriseStatementXlsx,
  },
  organizer: {
    read: getOrganizerStatement,
    csv: exportOrganizerStatement,
    xlsx: exportOrganizerStatementXlsx,
  },
} as const

const statementQuery = (of: StatementOf, query: CallInput<typeof getEnterpriseStatement>['query']) => ({
  ...dataQuery(['statement', of, query], ROUTES[of].read, { query }),
  // Payments and refunds change these figures at any time.
  staleTime: 0,
  placeholderData: keepPreviousData,
})

const WORDS = {
  enterprise: 'O que entrou, o que voltou e o que é de cada organizador.',
  organizer: 'O que entrou, o que voltou e o que é seu, evento por evento.',
}

export const meta = pageTitle('Extrato')

/** docs/algorithms/report.md defines each figure. */
export default function StatementScreen() {
  const of = useMatch(ENTERPRISE_STATEMENT_PATH) ? 'enterprise' : 'organizer'
  const search = useListSearch(STATEMENT_FILTERS[of])
  const query = useQuery(statementQuery(of, search.query))
  const { data, isPlaceholderData } = query
  const failure = listFailure(query)
  return (
    <>
      <PageHeader title="Extrato" description={WORDS[of]}>
        <ExportButtons
          name={fileName(search.query)}
          load={(format) => apiFile(ROUTES[of][format], { query: search.query })}
        />
        <DownloadButton
          load={() => apiFile(ROUTES[of].xlsx, { query: { ...search.query, by: 'payment' } })}
          fileName={`${fileName(search.query).replace('extrato', 'pagamentos')}.xlsx`}
        >
          Por pagamento
        </DownloadButton>
      </PageHeader>
      <MoneyTabs of={of} />
      <search className={classes.filters} aria-label="Filtrar extrato">
        <PeriodButtons period={search.filters} onChange={search.change} />
        <div className={classes.fields}>
          <FilterFields list={search} context={data?.choices} />
        </div>
      </search>
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} data-stale={isPlaceholderData || undefined}>
          <StatementTotals total={data?.total} />
          {data && <Donations donations={data.donations} />}
          <StatementTables statement={data} withOrganizers={of === 'enterprise'} />
        </div>
      )}
    </>
  )
}

const fileName = ({ from, to }: Period): string =>
  ['extrato', from, to && (from ? `a-${to}` : `ate-${to}`)].filter(Boolean).join('-')
