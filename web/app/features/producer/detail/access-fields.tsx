import { useFormContext } from 'react-hook-form'
import { FieldRow } from '../../../ui/form-section.tsx'
import { MaskedField } from '../../../ui/masked-field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PRODUCER_LABELS, type ProducerValues } from './producer-values.ts'

const REQUIRED = { required: true, withAsterisk: false } as const
const LOCKED = { readOnly: true, variant: 'filled' } as const

interface AccessFieldsProps {
  withPassword: boolean
  /** The current person may not change the e-mail, because it identifies the account. */
  locked?: boolean
}

/** The responsible person's data and the login of a realizador. */
export function AccessFields({ withPassword, locked = false }: AccessFieldsProps) {
  const { control, register, formState } = useFormContext<ProducerValues>()
  return (
    <>
      <FieldRow columns="3fr 2fr">
        <TextField
          control={control}
          name="responsible"
          label={PRODUCER_LABELS.responsible}
          autoComplete="off"
          {...REQUIRED}
        />
        <MaskedField
          control={control}
          name="phone"
          mask="phone"
          label={PRODUCER_LABELS.phone}
          autoComplete="off"
          {...REQUIRED}
        />
      </FieldRow>
      <TextField
        control={control}
        name="email"
        type="email"
        label={PRODUCER_LABELS.email}
        autoComplete="off"
        {...REQUIRED}
        {...(locked && LOCKED)}
      />
      {withPassword && (
        <PasswordField
          {...register('password')}
          label={PRODUCER_LABELS.password}
          description="Pelo menos 8 caracteres. Não abre a conta: pelo convite, o realizador escolhe a dele."
          autoComplete="new-password"
          error={formState.errors.password?.message}
          {...REQUIRED}
        />
      )}
    </>
  )
}
