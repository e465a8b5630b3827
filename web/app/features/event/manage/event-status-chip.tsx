import { StatusChip, type Tone } from '../../../ui/status-chip.tsx'

const LOOK: readonly (readonly [words: string, tone: Tone])[] = [
  ['Inativo', 'neutral'],
  ['Ativo', 'success'],
  ['Expirado', 'warning'],
  ['Cancelado', 'error'],
]

/** The status of an event, by the API's number. */
export function EventStatusChip({ status }: { status: number }) {
  const [words, tone] = LOOK[status] ?? ['Desconhecido', 'neutral']
  return <StatusChip tone={tone}>{words}</StatusChip>
}
