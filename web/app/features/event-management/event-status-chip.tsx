import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Missing } from '#contract/event/sellable.ts'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'

const LOOK: readonly (readonly [words: string, tone: Tone])[] = [
  ['Inativo', 'neutral'],
  ['Ativo', 'success'],
  ['Expirado', 'warning'],
  ['Cancelado', 'error'],
]

interface EventStatusChipProps {
  status: number
  /** What the event lacks before registrations can be sold. */
  missing?: readonly Missing[]
  /** False for a draft, which was never open and complete. */
  opened?: boolean
  /** Whether the last day for registrations has passed. */
  isOver?: boolean
}

/** An event that cannot be sold yet is shown as incomplete, whether it is open or closed. */
export function EventStatusChip({ status, missing = [], opened = true, isOver }: EventStatusChipProps) {
  if (status === EVENT_STATUS.closed && !opened) return <StatusChip tone="neutral">Rascunho</StatusChip>
  if (status <= EVENT_STATUS.open && missing.length > 0)
    return <StatusChip tone="warning">Incompleto</StatusChip>
  if (status === EVENT_STATUS.open && isOver)
    return <StatusChip tone="neutral">Inscrições encerradas</StatusChip>
  const [words, tone] = LOOK[status] ?? ['Desconhecido', 'neutral']
  return <StatusChip tone={tone}>{words}</StatusChip>
}
