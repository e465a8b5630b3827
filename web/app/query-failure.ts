import type { UseQueryResult } from '@tanstack/react-query'
import { ApiFailure, failureMessage } from './api.ts'

export type AskedQuery = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>

/** The message of an error state when there is no data to show; earlier data stays on the screen. */
const failureOf =
  (fallback: string) =>
  ({ data, error, isFetching, refetch }: AskedQuery) =>
    error && data === undefined
      ? {
          message: failureMessage(error, fallback),
          onRetry: () => void refetch(),
          busy: isFetching,
          isRefused: error instanceof ApiFailure && REFUSED.includes(error.status),
        }
      : undefined

/** Asking again does not help: it is not allowed, or not there. */
const REFUSED = [403, 404]

export const recordFailure = failureOf('Erro ao consultar o registro.')
export const listFailure = failureOf('Erro ao listar os registros.')
