import { ApiFailure } from '../../api.ts'
import type { Problems } from './problems.ts'

interface Refusal {
  /** For the toast. */
  message: string
  problems: Problems
  /** What the wizard shows of the event is no longer so. */
  isStale: boolean
}

/** Sentences for when the server has none of its own (specification page 2 §8). */
const FALLBACKS: Readonly<Record<number, string>> = {
  409: 'Conflito: Participante já registrado nesse evento.',
  422: 'Erro de validação',
}

/** Why an order was not placed, for a person and for the steps. */
export function refusalOf(failure: unknown): Refusal {
  const fallback = 'Erro ao criar o registro.'
  if (!(failure instanceof ApiFailure)) return { message: fallback, problems: {}, isStale: false }
  const { status, errors, exception, message } = failure
  return {
    message: exception || message || (FALLBACKS[status] ?? fallback),
    problems: Object.fromEntries(
      Object.entries(errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
    ),
    isStale: status === 409 || status === 422 || status === 404,
  }
}
