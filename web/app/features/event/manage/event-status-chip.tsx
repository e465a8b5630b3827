import { StatusChip, type Tone } from '../../../ui/status-chip.tsx'

const LOOK: readonly (readonly [words: string, tone: Tone])[] = [
  ['Inativo', 'neutral'],
  ['Ativo', 'success'],
  ['Expirado', 'warning'],
  ['Cancelado', 'error'],
]

/** What became of an event, by the number the API gives. */
export function EventStatusChip({ status }: { status: number }) {
  const [words, tone] = LOOK[status] ?? ['Desconhecido', 'neutral']
  return <StatusChip tone={tone}>{words}</StatusChip>
}
