import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '#web/api/api.ts'
import { showToast } from '#web/ui/toast.ts'
import { REGISTRATIONS_KEY } from './queries.ts'

interface Change<Input, Answer> {
  change: (input: Input) => Promise<Answer>
  /** `done` and `failure` are shown when the response has no message. */
  done: string
  failure: string
  onSuccess?: (answer: Answer) => void
  onFailure?: (reason: unknown) => void
  /** Called after success and failure, once the registrations are up to date. */
  onSettled?: (() => void) | undefined
}

/** Changes registrations and shows the result as a toast. */
export function useRegistrationChange<Answer extends { message?: string }, Input = void>({
  change,
  done,
  failure,
  onSuccess,
  onFailure,
  onSettled,
}: Change<Input, Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      showToast('success', answer.message ?? done)
      onSuccess?.(answer)
    },
    onError: (reason) => {
      showToast('error', failureMessage(reason, failure))
      onFailure?.(reason)
    },
    onSettled: async () => {
      // Also after a failure, because the registration may have changed elsewhere.
      await queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY })
      onSettled?.()
    },
  })
}
