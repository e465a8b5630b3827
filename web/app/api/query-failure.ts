import type { UseQueryResult } from '@tanstack/react-query'
import { ApiFailure, failureMessage } from './api.ts'

export type AskedQuery = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>

/** The props of an error state; undefined while there is data to show, even of an earlier request. */
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

/** A retry is pointless: access is forbidden or the record does not exist. */
const REFUSED = [403, 404]

export const recordFailure = failureOf('Erro ao consultar o registro.')
export const listFailure = failureOf('Erro ao listar os registros.')
