import type { UseQueryResult } from '@tanstack/react-query'
import { failureMessage } from './api.ts'

export type AskedQuery = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>

/** The message of an error state when there is no data to show; earlier data stays on the screen. */
const failureOf =
  (fallback: string) =>
  ({ data, error, isFetching, refetch }: AskedQuery) =>
    error && data === undefined
      ? { message: failureMessage(error, fallback), onRetry: () => void refetch(), busy: isFetching }
      : undefined

export const recordFailure = failureOf('Erro ao consultar o registro.')
export const listFailure = failureOf('Erro ao listar os registros.')
