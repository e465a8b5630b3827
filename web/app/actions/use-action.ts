import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '#web/api/api.ts'
import { showToast } from '#web/ui/toast.ts'

interface ActionOptions<Input> {
  /** Resolves to the message of the toast; an empty message shows none. */
  action: (input: Input) => Promise<{ message?: string }>
  /** The query key that is invalidated after the action. */
  invalidates: QueryKey
  /** The message for a success without a message from the server. */
  success?: string
  /** The message for a failure without a message from the server, or a function that words any failure. */
  failure: string | ((reason: unknown) => string)
  /** Called before queries are invalidated, for example to leave the page of a deleted record. */
  onDone?: (() => void) | undefined
  onFailed?: () => void
}

/** A mutation that shows its result as a toast and refetches what it changed. */
export function useAction<Input = void>(options: ActionOptions<Input>) {
  const { action, invalidates, success = 'Feito.', failure, onDone, onFailed } = options
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: async ({ message }) => {
      if (message !== '') showToast('success', message ?? success)
      onDone?.()
      await queries.invalidateQueries({ queryKey: invalidates })
    },
    onError: (reason) => {
      showToast('error', typeof failure === 'string' ? failureMessage(reason, failure) : failure(reason))
      onFailed?.()
    },
  })
}
