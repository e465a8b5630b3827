import type { ChangeEvent, FocusEvent } from 'react'
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import type { checkPassword } from '#contract/account/session.ts'
import { api } from '#web/api/api.ts'

const isSubmit = (element: unknown) => element instanceof HTMLButtonElement && element.type === 'submit'

/**
 * Form handlers that validate a field on blur, and an invalid field again at every change. Empty fields are
 * not reported before the form is submitted. For a new password the server checks whether it is easy to
 * guess, considering name and e-mail if the form has them.
 */
export function useCheckOnLeave<Form extends FieldValues, Output>({
  trigger,
  getValues,
  setError,
  formState: { errors, isSubmitted },
}: UseFormReturn<Form, unknown, Output>) {
  const check = async ({ name, value, autocomplete }: HTMLInputElement) => {
    const field = name as FieldPath<Form>
    if (!(await trigger(field)) || autocomplete !== 'new-password') return
    const problem = await passwordProblem(value, getValues())
    // The field may have changed while the request was pending.
    if (problem && getValues(field) === value) setError(field, { type: 'server', message: problem })
  }
  return {
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
      const input = target as Element as HTMLInputElement
      // The form's value, because a radio button has a value even when it is not selected.
      const isFilled = input.name !== '' && Boolean(getValues(input.name as FieldPath<Form>))
      // Submitting validates all fields, and a message now would move the button away from the pointer.
      if (isFilled && !isSubmit(relatedTarget)) void check(input)
    },
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      const { name } = target as Element as HTMLInputElement
      if (!isSubmitted && name && get(errors, name)) void trigger(name as FieldPath<Form>)
    },
  }
}

/** A failed request counts as no problem, because submitting checks the password again. */
async function passwordProblem(password: string, { name, email }: FieldValues): Promise<string | null> {
  try {
    const { data } = await api<typeof checkPassword>(
      { method: 'POST', path: '/password/check' },
      { body: { password, name, email } },
    )
    return data.problem
  } catch {
    return null
  }
}
