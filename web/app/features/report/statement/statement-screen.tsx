import { Button, NativeSelect } from '@mantine/core'
import { IconCalendarDollar, IconFileDownload } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import {
  exportCompanyStatement,
  exportOrganizerStatement,
  getCompanyStatement,
  getOrganizerStatement,
  type Statement,
} from '#contract/report/statement.ts'
import { api, apiFile, failureMessage } from '../../../api.ts'
import {
  COMPANY_HOME_PATH,
  COMPANY_STATEMENT_PATH,
  DAILY_MONEY_PATH,
  ORGANIZER_HOME_PATH,
} from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FramedError } from '../../../ui/frame.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { PeriodButtons, PeriodFields } from '../period-filter.tsx'
import { readFilters, type StatementFilters } from './filters.ts'
import classes from './statement.module.css'
import { StatementTables } from './statement-tables.tsx'
import { StatementTotals } from './statement-totals.tsx'

/** The scope: all events of the company, or the organizer's own. */
type StatementOf = 'company' | 'organizer'

const ROUTES = {
  company: { read: getCompanyStatement, file: exportCompanyStatement },
  organizer: { read: getOrganizerStatement, file: exportOrganizerStatement },
} as const

const statementQuery = (of: StatementOf, query: StatementFilters) =>
  queryOptions({
    queryKey: ['statement', of, query],
    queryFn: async ({ signal }) => (await api(ROUTES[of].read, { query, signal })).data,
    // Payments and refunds arrive all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

const statementFile = (of: StatementOf, query: StatementFilters): Promise<Blob> =>
  apiFile(ROUTES[of].file, { query })

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
  const file = useMutation({
    mutationFn: () => statementFile(of, filters),
    onSuccess: (content) => saveFile(content, 'extrato.csv'),
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao exportar o arquivo.')),
  })
  return (
    <>
      <PageHeader title="Extrato" description={WORDS[of]} />
      <DetailToolbar back={{ to: of === 'company' ? COMPANY_HOME_PATH : ORGANIZER_HOME_PATH }}>
        {of === 'company' && (
          <LinkButton to={DAILY_MONEY_PATH} variant="default" icon={IconCalendarDollar}>
            Movimento diário
          </LinkButton>
        )}
        <Button
          variant="default"
          leftSection={<IconFileDownload size={20} aria-hidden />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          Baixar CSV
        </Button>
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
          <StatementTables statement={data} withOrganizers={of === 'company'} />
        </div>
      )}
    </>
  )
}

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
