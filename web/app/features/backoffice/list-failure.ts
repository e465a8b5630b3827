import { failureMessage } from '../../api.ts'

interface ListQuery {
  isError: boolean
  error: unknown
  refetch: () => unknown
}

/** For a table whose list could not be had. */
export const listFailure = (list: ListQuery) =>
  list.isError
    ? { message: failureMessage(list.error, 'Erro ao listar os registros.'), onRetry: () => list.refetch() }
    : undefined
