import { useFormContext } from 'react-hook-form'
import { FieldRow } from '../../../ui/form-section.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { RegistrationValues } from './registration-values.ts'

const REQUIRED = { required: true, withAsterisk: false } as const

/** Name and the way into the account. */
export function AccessFields() {
  const { control } = useFormContext<RegistrationValues>()
  return (
    <>
      <TextField
        control={control}
        name="name"
        label="Nome"
        placeholder="Nome completo"
        autoComplete="name"
        {...REQUIRED}
      />
      <FieldRow columns="1fr 1fr">
        <TextField
          control={control}
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          {...REQUIRED}
        />
        <NewPassword />
      </FieldRow>
    </>
  )
}

/** Apart, so that it is registered after the fields above it: the first one with an error gets the focus. */
function NewPassword() {
  const { register, formState } = useFormContext<RegistrationValues>()
  return (
    <PasswordField
      {...register('password')}
      label="Senha"
      description="Pelo menos 8 caracteres"
      autoComplete="new-password"
      error={formState.errors.password?.message}
      {...REQUIRED}
    />
  )
}
