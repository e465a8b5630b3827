import type { LaneRow } from '#contract/backoffice/operations.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { agoWords } from '../moment.ts'
import operations from './operations.module.css'

const NAMES: Record<LaneRow['lane'], string> = {
  money: 'Pagamentos',
  mail: 'E-mails',
  upkeep: 'Manutenção',
}

interface LaneStatesProps {
  /** Undefined while loading; none where no jobs run. */
  lanes: readonly LaneRow[] | undefined
  now: number
}

/** Whether the work is being done at all, beside what of it failed. */
export function LaneStates({ lanes, now }: LaneStatesProps) {
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
