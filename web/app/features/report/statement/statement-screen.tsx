import { NativeSelect } from '@mantine/core'
import { IconCalendarDollar, IconCashBanknote } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import {
  exportCompanyStatement,
  exportCompanyStatementXlsx,
  exportOrganizerStatement,
  exportOrganizerStatementXlsx,
  getCompanyStatement,
  getOrganizerStatement,
  type Statement,
} from '#contract/report/statement.ts'
import { api, apiFile } from '../../../api.ts'
import {
  COMPANY_HOME_PATH,
  COMPANY_PAYOUTS_PATH,
  COMPANY_STATEMENT_PATH,
  DAILY_MONEY_PATH,
  ORGANIZER_HOME_PATH,
  ORGANIZER_PAYOUTS_PATH,
} from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { useSession } from '../../../session.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { FramedError } from '../../../ui/frame.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { PeriodButtons, PeriodFields } from '../period-filter.tsx'
import { readFilters, type StatementFilters } from './filters.ts'
import classes from './statement.module.css'
import { StatementTables } from './statement-tables.tsx'
import { Donations, StatementTotals } from './statement-totals.tsx'

/** The scope: all events of the company, or the organizer's own. */
type StatementOf = 'company' | 'organizer'

const ROUTES = {
  company: {
    read: getCompanyStatement,
    csv: exportCompanyStatement,
    xlsx: exportCompanyStatementXlsx,
    payouts: COMPANY_PAYOUTS_PATH,
  },
  organizer: {
    read: getOrganizerStatement,
    csv: exportOrganizerStatement,
    xlsx: exportOrganizerStatementXlsx,
    payouts: ORGANIZER_PAYOUTS_PATH,
  },
} as const

const statementQuery = (of: StatementOf, query: StatementFilters) =>
  queryOptions({
    queryKey: ['statement', of, query],
    queryFn: async ({ signal }) => (await api(ROUTES[of].read, { query, signal })).data,
    // Payments and refunds arrive all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

const WORDS = {
  company: 'O que entrou, o que voltou e o que é de cada organizador.',
  organizer: 'O que entrou, o que voltou e o que é seu, evento por evento.',
}

export const meta = pageTitle('Extrato')

/** The statement by organizer and event, by payment method and by day: docs/algorithms/report.md defines each figure. */
export default function StatementScreen() {
  const of = useMatch(COMPANY_STATEMENT_PATH) ? 'company' : 'organizer'
  const { filter, setFilters } = useListSearch()
  const filters = readFilters(filter)
  const query = useQuery(statementQuery(of, filters))
  const { data, isPlaceholderData } = query
  const failure = listFailure(query)
  // A realizador reaches some events, a payout concerns all.
  const seesPayouts = useSession()?.user.organizer?.type !== 1
  return (
    <>
      <PageHeader title="Extrato" description={WORDS[of]} />
      <DetailToolbar back={{ to: of === 'company' ? COMPANY_HOME_PATH : ORGANIZER_HOME_PATH }}>
        {of === 'company' && (
          <LinkButton to={DAILY_MONEY_PATH} variant="default" icon={IconCalendarDollar}>
            Movimento diário
          </LinkButton>
        )}
        {seesPayouts && (
          <LinkButton to={ROUTES[of].payouts} variant="default" icon={IconCashBanknote}>
            Repasses
          </LinkButton>
        )}
        {(['csv', 'xlsx'] as const).map((format) => (
          <FileButton
            key={format}
            label={`Baixar ${format.toUpperCase()}`}
            name={`${fileName(filters)}.${format}`}
            fetch={() => apiFile(ROUTES[of][format], { query: filters })}
          />
        ))}
        <FileButton
          label="Por pagamento"
          name={`${fileName(filters).replace('extrato', 'pagamentos')}.xlsx`}
          fetch={() => apiFile(ROUTES[of].xlsx, { query: { ...filters, by: 'payment' } })}
        />
      </DetailToolbar>
      <StatementFilterBar
        filters={filters}
        choices={data?.choices}
        withOrganizers={of === 'company'}
        onChange={setFilters}
      />
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} data-stale={isPlaceholderData || undefined}>
          <StatementTotals total={data?.total} />
          {data && <Donations donations={data.donations} />}
          <StatementTables statement={data} withOrganizers={of === 'company'} />
        </div>
      )}
    </>
  )
}

/** `extrato-2026-11-01-a-2026-11-30`. */
const fileName = ({ from, to }: StatementFilters): string =>
  ['extrato', from, to && (from ? `a-${to}` : `ate-${to}`)].filter(Boolean).join('-')

interface StatementFilterBarProps {
  filters: StatementFilters
  /** Undefined while loading. */
  choices: Statement['choices'] | undefined
  withOrganizers: boolean
  onChange: (values: Record<string, string>) => void
}

function StatementFilterBar({ filters, choices, withOrganizers, onChange }: StatementFilterBarProps) {
  return (
    <search className={classes.filters} aria-label="Filtrar extrato">
      <PeriodButtons period={filters} onChange={onChange} />
      <div className={classes.fields}>
        <PeriodFields period={filters} onChange={onChange} />
        {withOrganizers && (
          <Choice
            label="Organizador"
            value={filters.organizer_id}
            all="Todos os organizadores"
            options={choices?.organizers}
            // An event belongs to its organizer, so another organizer clears it.
            onChange={(value) => onChange({ organizador: value, evento: '' })}
          />
        )}
        <Choice
          label="Evento"
          value={filters.event_id}
          all="Todos os eventos"
          options={choices?.events}
          onChange={(value) => onChange({ evento: value })}
        />
      </div>
    </search>
  )
}

interface ChoiceProps {
  label: string
  value: string
  all: string
  options: Statement['choices']['events'] | undefined
  onChange: (value: string) => void
}

function Choice({ label, value, all, options = [], onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: all },
        ...options.map(({ id, name }) => ({ value: String(id), label: name })),
        // The chosen option stays visible while its list is loading.
        ...(value && !options.some(({ id }) => String(id) === value) ? [{ value, label: '…' }] : []),
      ]}
    />
  )
}
