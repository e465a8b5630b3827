import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import {
  exportCompanyStatement,
  exportOrganizerStatement,
  getCompanyStatement,
  getOrganizerStatement,
  type Statement,
} from '#contract/report/statement.ts'
import { api, apiFile, failureMessage } from '../../../api.ts'
import { COMPANY_HOME_PATH, COMPANY_STATEMENT_PATH, ORGANIZER_HOME_PATH } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FramedError } from '../../../ui/frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { periods, readFilters, type StatementFilters } from './filters.ts'
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

const TIME_ZONE = 'America/Sao_Paulo'

function StatementFilterBar({ filters, choices, withOrganizers, onChange }: StatementFilterBarProps) {
  return (
    <search className={classes.filters} aria-label="Filtrar extrato">
      <div className={classes.periods}>
        {periods(dayIn(TIME_ZONE, new Date())).map(({ name, de, ate }) => {
          const chosen = filters.from === de && filters.to === ate
          return (
            <Button
              key={name}
              radius="xl"
              variant={chosen ? 'light' : 'default'}
              aria-pressed={chosen}
              onClick={() => onChange({ de, ate })}
            >
              {name}
            </Button>
          )
        })}
      </div>
      <div className={classes.fields}>
        <TextInput
          type="date"
          label="Data inicial"
          value={filters.from}
          max={filters.to || undefined}
          onChange={(event) => onChange({ de: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Data final"
          value={filters.to}
          min={filters.from || undefined}
          onChange={(event) => onChange({ ate: event.currentTarget.value })}
        />
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
