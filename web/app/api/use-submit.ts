import type { FieldPath, FieldValues, SubmitErrorHandler, UseFormReturn } from 'react-hook-form'
import { dismissErrors, showToast } from '#web/ui/toast.ts'
import { ApiFailure, failureMessage } from './api.ts'
import { useServerErrors } from './use-server-errors.ts'

interface SubmitOptions<Form extends FieldValues, Output> {
  /** The fields that show the server's errors, in the order of the form. It must be a constant. */
  fields: readonly FieldPath<Form>[]
  /** The field that takes the focus after a failure that belongs to no field. */
  otherwise?: FieldPath<Form>
  send: (values: Output) => Promise<unknown>
  /** The toast for a failure without a message from the server, or a function that words any failure. */
  failure: string | ((reason: unknown) => string)
  /** Leaves out the toast when a field shows the failure. */
  quiet?: boolean
  onInvalid?: SubmitErrorHandler<Form>
}

/** The submit handler of a form. It shows a failure as a toast and under the fields. */
export function useSubmit<Form extends FieldValues, Output = Form>(
  form: UseFormReturn<Form, unknown, Output>,
  { fields, otherwise, send, failure, quiet = false, onInvalid }: SubmitOptions<Form, Output>,
) {
  const [, setFailure] = useServerErrors(form, fields, otherwise)
  return form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await send(values)
      dismissErrors()
    } catch (reason) {
      const isKnown = reason instanceof ApiFailure
      if (isKnown) setFailure(reason)
      if (quiet && isKnown && fields.some((field) => reason.errorOf(field))) return
      showToast('error', typeof failure === 'string' ? failureMessage(reason, failure) : failure(reason))
    }
  }, onInvalid)
}
