import { type Control, type FieldErrors, type UseFormRegisterReturn, useWatch } from 'react-hook-form'
import type { PasswordOwner } from '#contract/account/password.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface NewPassword {
  password: string
  password_confirmation: string
}

interface NewPasswordFieldsProps<Form extends NewPassword> {
  register: (name: keyof NewPassword) => UseFormRegisterReturn
  control: Control<Form, unknown, Form>
  errors: FieldErrors<NewPassword>
  owner: PasswordOwner
  hint: string
}

export function NewPasswordFields<Form extends NewPassword>({
  register,
  control,
  errors,
  owner,
  hint,
}: NewPasswordFieldsProps<Form>) {
  const { password = '' } = useWatch({ control }) as Partial<NewPassword>
  return (
    <>
      <NewPasswordField
        {...register('password')}
        password={password}
        owner={owner}
        label="Nova senha"
        description={hint}
        error={errors.password?.message}
      />
      <PasswordField
        {...register('password_confirmation')}
        label="Confirme a nova senha"
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
      />
    </>
  )
}
