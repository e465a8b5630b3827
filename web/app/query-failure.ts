import type { UseQueryResult } from '@tanstack/react-query'
import { failureMessage } from './api.ts'

export type AskedQuery = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>

/** What an error state says where there is nothing to show; what was shown before stays. */
const failureOf =
  (fallback: string) =>
  ({ data, error, isFetching, refetch }: AskedQuery) =>
    error && data === undefined
      ? { message: failureMessage(error, fallback), onRetry: () => void refetch(), busy: isFetching }
      : undefined

export const recordFailure = failureOf('Erro ao consultar o registro.')
export const listFailure = failureOf('Erro ao listar os registros.')
