import type { ChangeEvent, FocusEvent } from 'react'
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import { type PasswordOwner, passwordProblem } from '#contract/account/password.ts'
import { loadCommonPasswords } from './use-common-passwords.ts'

const isSubmit = (element: unknown) => element instanceof HTMLButtonElement && element.type === 'submit'

/**
 * Form handlers that validate a field on blur, and an invalid field again at every change. Empty fields are
 * not reported before the form is submitted. A new password is compared with common ones and with the name and
 * e-mail of its owner, by default those in the form.
 */
export function useCheckOnLeave<Form extends FieldValues, Output>(
  { trigger, getValues, setError, formState: { errors, isSubmitted } }: UseFormReturn<Form, unknown, Output>,
  owner?: PasswordOwner,
) {
  const check = async ({ name, value, autocomplete }: HTMLInputElement) => {
    const field = name as FieldPath<Form>
    if (!(await trigger(field)) || autocomplete !== 'new-password') return
    const common = await loadCommonPasswords()
    const { name: typedName = '', email = '' }: FieldValues = getValues()
    const problem = passwordProblem(value, owner ?? { name: typedName, email }, common)
    // The field may have changed while the list was loading.
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
