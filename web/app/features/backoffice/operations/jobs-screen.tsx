import { IconListCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { JOB_STATES, type JobRow, type LaneRow, retryFailedJobs } from '#contract/backoffice/operations.ts'
import { countWords } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { listFailure } from '../../../query-failure.ts'
import classes from '../../../ui/cells.module.css'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListToolbar } from '../../../ui/list-toolbar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { momentWords } from '../../registration/moment.ts'
import { ActionButton } from '../action-button.tsx'
import { agoWords } from '../ago-words.ts'
import { FilterSelect } from '../filter-select.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { NumberFilter } from '../number-filter.tsx'
import { JOBS_KEY, jobsQuery } from '../queries.ts'
import { useListSearch } from '../use-list-search.ts'
import { JobActions } from './job-actions.tsx'
import operations from './operations.module.css'
import { OperationsTabs } from './operations-tabs.tsx'
import { payloadWords, taskWords } from './task-words.ts'

const FILTERS = [
  ['', 'Falharam de vez'],
  ['retrying', 'Vão tentar de novo'],
  ['waiting', 'Na fila'],
] as const

const SEARCH = 'Cobrança, nº do registro ou pessoa'

const EMPTY: Record<(typeof JOB_STATES)[number], string> = {
  failed: 'Nenhuma tarefa falhou de vez.',
  retrying: 'Nenhuma tarefa espera uma nova tentativa.',
  waiting: 'A fila está vazia.',
}

const LOOK: Record<JobRow['state'], readonly [words: string, tone: Tone]> = {
  failed: ['Falhou', 'error'],
  retrying: ['Vai tentar de novo', 'warning'],
  waiting: ['Na fila', 'info'],
  running: ['Em execução', 'primary'],
}

const COLUMNS: readonly Column<JobRow>[] = [
  {
    key: 'task',
    header: 'Tarefa',
    title: true,
    cell: ({ id, task, payload }) => (
      <div className={classes.lines}>
        <strong>{taskWords(task)}</strong>
        <span className={`${classes.minor} numbers`}>
          {[`nº ${id}`, payloadWords(payload)].filter(Boolean).join(' · ')}
        </span>
      </div>
    ),
  },
  { key: 'error', header: 'Último erro', cell: ({ last_error }) => <ErrorText text={last_error} /> },
  {
    key: 'when',
    header: 'Quando',
    cell: ({ state, run_at, created_at }) => (
      <div className={`${classes.lines} ${classes.nowrap}`}>
        <span className="numbers">{momentWords(state === 'failed' ? created_at : run_at)}</span>
        <span className={classes.minor}>{state === 'failed' ? 'criada' : 'próxima execução'}</span>
      </div>
    ),
  },
  {
    key: 'state',
    header: 'Situação',
    cell: ({ state, attempts, max_attempts }) => (
      <div className={classes.lines}>
        <StatusChip tone={LOOK[state][1]}>{LOOK[state][0]}</StatusChip>
        <span className={`${classes.minor} ${classes.nowrap} numbers`}>
          {attempts} de {max_attempts} tentativas
        </span>
      </div>
    ),
  },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: (job) => <JobActions job={job} />,
  },
]

export const meta = pageTitle('Tarefas')

/** Background jobs: those that failed, those that will be tried again, and those that wait. */
export default function JobsScreen() {
  const { search, setSearch, filter, setFilter } = useListSearch({ forPeople: true })
  const event = filter('evento').replace(/\D/g, '')
  const page = usePage()
  const state = JOB_STATES.find((one) => one === filter('estado')) ?? 'failed'
  const list = useQuery(
    jobsQuery({ state, page, ...(event && { event_id: event }), ...(search && { search }) }),
  )
  return (
    <>
      <PageHeader
        title="Tarefas"
        description="O que a plataforma faz em segundo plano. Falhas passageiras se resolvem sozinhas; o que sobra aqui espera por você."
      />
      <OperationsTabs />
      <LaneStates lanes={list.data?.lanes} now={list.dataUpdatedAt} />
      <ListToolbar search={{ value: search, onSearch: setSearch, placeholder: SEARCH }}>
        <FilterSelect
          label="Situação das tarefas"
          value={filter('estado')}
          options={FILTERS}
          onChange={(value) => setFilter('estado', value)}
        />
        <NumberFilter label="Nº do evento" value={event} onChange={(value) => setFilter('evento', value)} />
        {state === 'failed' && !search && !event && list.data && list.data.meta.total > 1 && (
          <RetryAll count={list.data.meta.total} />
        )}
      </ListToolbar>
      <DataTable
        caption="Tarefas"
        columns={COLUMNS}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={
          search || event ? (
            <NothingFound>Nenhuma tarefa combina com essa busca.</NothingFound>
          ) : (
            <EmptyState description={EMPTY[state]} icon={<IconListCheck size={28} />} />
          )
        }
        failure={listFailure(list)}
      />
    </>
  )
}

function RetryAll({ count }: { count: number }) {
  return (
    <ActionButton
      icon={IconRefresh}
      label="Tentar todas de novo"
      question={{
        title: `Tentar ${countWords(count)} tarefas de novo?`,
        words:
          'Faça isso depois de resolver o que as fez falhar. Cada uma volta à fila com todas as tentativas.',
        confirm: 'Tentar todas',
      }}
      action={() => api(retryFailedJobs)}
      invalidates={JOBS_KEY}
      failure="Erro ao tentar de novo."
    />
  )
}

/** One line of an error; a click shows all of it. */
function ErrorText({ text }: { text: string | null }) {
  const [open, setOpen] = useState(false)
  if (!text) return '—'
  return (
    <button
      type="button"
      className={operations.error}
      aria-expanded={open}
      data-open={open || undefined}
      onClick={() => setOpen(!open)}
    >
      {text}
    </button>
  )
}

const NAMES: Record<LaneRow['lane'], string> = {
  money: 'Pagamentos',
  mail: 'E-mails',
  upkeep: 'Manutenção',
}

interface LaneStatesProps {
  /** Undefined while loading; empty where no job worker runs. */
  lanes: readonly LaneRow[] | undefined
  now: number
}

/** Whether the job workers are running. */
function LaneStates({ lanes, now }: LaneStatesProps) {
  if (!lanes || lanes.length === 0) return null
  const away = lanes.some(({ state }) => state === 'restarting')
  return (
    <section className={operations.lanes} aria-label="Execução das tarefas">
      <dl>
        {lanes.map(({ lane, state, since }) => (
          <div key={lane}>
            <dt>{NAMES[lane]}</dt>
            <dd>
              {state === 'running' ? (
                <StatusChip tone="success">Em funcionamento</StatusChip>
              ) : (
                <StatusChip tone="error">{`Parou ${agoWords(since, now)}`}</StatusChip>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {away && (
        <p role="status">
          O que parou recomeça sozinho assim que o banco de dados responder, e nenhuma tarefa se perde.
        </p>
      )}
    </section>
  )
}
