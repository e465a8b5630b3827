import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '#web/ui/password-field.tsx'

interface NewPassword {
  password: string
  password_confirmation: string
}

interface NewPasswordFieldsProps {
  register: (name: keyof NewPassword) => UseFormRegisterReturn
  errors: FieldErrors<NewPassword>
  hint: string
}

export function NewPasswordFields({ register, errors, hint }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...register('password')}
        label="Nova senha"
        description={hint}
        autoComplete="new-password"
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
