import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiFailure, failureMessage } from '../../../api.ts'
import { showToast } from '../../../ui/toast.ts'
import { useServerErrors } from '../../../use-server-errors.ts'

/** The submit handler of a form that asks for password or code: field errors show under the fields, any other failure as a toast.
 * `fields` is a constant. */
export function useSecretForm<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  fields: readonly FieldPath<Form>[],
  act: (values: Form) => Promise<void>,
) {
  const [, setFailure] = useServerErrors(form, fields)
  return form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await act(values)
    } catch (reason) {
      const known = reason instanceof ApiFailure
      if (known) setFailure(reason)
      if (!known || !fields.some((field) => reason.errorOf(field)))
        showToast('error', failureMessage(reason, 'Ocorreu um erro inesperado. Tente de novo.'))
    }
  })
}
