import type { Missing } from '#contract/sellable.ts'
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx'

const OPEN = 1

const LOOK: readonly (readonly [words: string, tone: Tone])[] = [
  ['Inativo', 'neutral'],
  ['Ativo', 'success'],
  ['Expirado', 'warning'],
  ['Cancelado', 'error'],
]

interface EventStatusChipProps {
  status: number
  /** What it lacks to be sold. */
  missing?: readonly Missing[]
}

/** The status of an event, by the API's number; one that cannot be sold is incomplete, whether it is called open or not. */
export function EventStatusChip({ status, missing = [] }: EventStatusChipProps) {
  if (status <= OPEN && missing.length > 0) return <StatusChip tone="warning">Incompleto</StatusChip>
  const [words, tone] = LOOK[status] ?? ['Desconhecido', 'neutral']
  return <StatusChip tone={tone}>{words}</StatusChip>
}
