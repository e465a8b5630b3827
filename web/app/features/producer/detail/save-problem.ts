import { ApiFailure, failureMessage } from '../../../api.ts'
import { PRODUCER_LABELS } from './producer-values.ts'

const labelOf = (field: string): string => (PRODUCER_LABELS as Record<string, string>)[field] ?? field

/** The toast when a realizador could not be saved (specification page 2 §8). */
export function saveProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Ocorreu um erro inesperado.'
  const lines = Object.entries(failure.errors).flatMap(([field, messages]) =>
    messages.map((message) => `Campo "${labelOf(field)}": ${message}`),
  )
  if (lines.length > 0) return lines.join('\n')
  const ours = failure.status >= 500
  return ours ? 'Erro ao salvar organizador.' : failureMessage(failure, 'Erro ao salvar organizador.')
}
