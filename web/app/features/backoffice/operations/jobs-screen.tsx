import { IconListCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type JOB_STATES,
  type JobRow,
  type QueueRow,
  retryFailedJobs,
} from '#contract/backoffice/operations.ts'
import { countWords } from '#contract/words.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { api } from '#web/api/api.ts'
import { choiceFilter, numberFilter } from '#web/lists/filters.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import classes from '#web/ui/cells.module.css'
import { actionsColumn, Lines } from '#web/ui/cells.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { agoWords } from '../ago-words.ts'
import { JOBS_KEY, jobsQuery } from '../queries.ts'
import { JobActions } from './job-actions.tsx'
import operations from './operations.module.css'
import { payloadWords, taskWords } from './task-words.ts'

const FILTERS = {
  state: choiceFilter(
    [
      ['retrying', 'Vão tentar de novo'],
      ['waiting', 'Na fila'],
    ],
    { param: 'estado', label: 'Situação das tarefas', none: 'Falharam de vez' },
  ),
  event_id: numberFilter({ param: 'evento', label: 'Nº do evento' }),
}

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
      <Lines minor={[`nº ${id}`, payloadWords(payload)].filter(Boolean).join(' · ')}>
        <strong>{taskWords(task)}</strong>
      </Lines>
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
  actionsColumn((job) => <JobActions job={job} />),
]

export const meta = pageTitle('Tarefas')

export default function JobsScreen() {
  const list = useListSearch(FILTERS, { forPeople: true })
  const state = list.query.state ?? 'failed'
  const search = list.search ? { search: list.search } : {}
  const query = useQuery(jobsQuery({ state, page: usePage(), ...list.query, ...search }))
  const total = query.data?.meta.total ?? 0
  return (
    <SearchableList
      title="Tarefas"
      description="O que a plataforma faz em segundo plano. Falhas passageiras se resolvem sozinhas; o que sobra aqui espera por você."
      columns={COLUMNS}
      query={query}
      list={list}
      context={undefined}
      placeholder="Cobrança, nº do registro ou pessoa"
      isFiltered={list.filters.event_id !== ''}
      nothingFound="Nenhuma tarefa combina com essa busca."
      nothingYet={EMPTY[state]}
      icon={IconListCheck}
      above={<QueueStates queues={query.data?.queues} now={query.dataUpdatedAt} />}
    >
      {state === 'failed' && !list.search && !list.filters.event_id && total > 1 && (
        <RetryAll count={total} />
      )}
    </SearchableList>
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

const NAMES: Record<QueueRow['queue'], string> = {
  money: 'Pagamentos',
  mail: 'E-mails',
  upkeep: 'Manutenção',
}

interface QueueStatesProps {
  /** Undefined while loading; empty when no worker runs. */
  queues: readonly QueueRow[] | undefined
  now: number
}

function QueueStates({ queues, now }: QueueStatesProps) {
  if (!queues || queues.length === 0) return null
  const away = queues.some(({ state }) => state === 'restarting')
  return (
    <section className={operations.queues} aria-label="Execução das tarefas">
      <dl>
        {queues.map(({ queue, state, since }) => (
          <div key={queue}>
            <dt>{NAMES[queue]}</dt>
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
