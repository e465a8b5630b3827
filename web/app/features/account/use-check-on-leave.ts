import type { ChangeEvent, FocusEvent } from 'react'
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import type { checkPassword } from '#contract/session.ts'
import { api } from '../../api.ts'

const isSubmit = (element: unknown) => element instanceof HTMLButtonElement && element.type === 'submit'

/**
 * Handlers of a form that check a filled-in field when it is left, and again at every change while it is wrong. What is still empty is
 * not blamed before the form is sent. Of a new password the server says whether it is easy to guess, also by name and e-mail where the
 * form has them.
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
    // It may have been changed meanwhile.
    if (problem && getValues(field) === value) setError(field, { type: 'server', message: problem })
  }
  return {
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
      const input = target as Element as HTMLInputElement
      // Not the control's own value, which a radio button has unchosen, too.
      const isFilled = input.name !== '' && Boolean(getValues(input.name as FieldPath<Form>))
      // Sending checks all fields; a message that appears now would move the button away from the pointer.
      if (isFilled && !isSubmit(relatedTarget)) void check(input)
    },
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      const { name } = target as Element as HTMLInputElement
      if (!isSubmitted && name && get(errors, name)) void trigger(name as FieldPath<Form>)
    },
  }
}

/** Null also when nobody answers: the password is checked again when it is sent. */
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
