import { useFormContext } from 'react-hook-form'
import { FieldRow } from '../../ui/form-section.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PersonForm } from './person-form.ts'
import { SexField } from './sex-field.tsx'

const REQUIRED = { required: true, withAsterisk: false } as const

const LOCKED = { readOnly: true, variant: 'filled', description: 'O CPF não pode ser alterado' } as const

interface PersonFieldsProps {
  /** The CPF is who somebody is: it cannot be changed once the account exists. */
  cpfLocked?: boolean
}

/** Who somebody is. For a form around it (`FormProvider`), whose schema says what is needed. */
export function PersonFields({ cpfLocked = false }: PersonFieldsProps) {
  const { control } = useFormContext<PersonForm>()
  return (
    <>
      <FieldRow columns="1fr 1fr">
        <MaskedField
          control={control}
          name="cpf"
          mask="cpf"
          label="CPF"
          {...(cpfLocked && LOCKED)}
          {...REQUIRED}
        />
        <TextField control={control} name="rg" label="RG (opcional)" inputMode="numeric" />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <MaskedField
          control={control}
          name="birth_date"
          mask="date"
          label="Data de nascimento"
          autoComplete="bday"
          {...REQUIRED}
        />
        <MaskedField
          control={control}
          name="phone"
          mask="phone"
          label="Telefone"
          autoComplete="tel-national"
          {...REQUIRED}
        />
      </FieldRow>
      <SexField />
    </>
  )
}

/** Whom to call when something happens at a race. */
export function EmergencyFields() {
  const { control } = useFormContext<PersonForm>()
  return (
    <FieldRow columns="1fr 1fr">
      <TextField
        control={control}
        name="emergency_contact"
        label="Contato de emergência"
        placeholder="Nome da pessoa"
        autoComplete="off"
        {...REQUIRED}
      />
      <MaskedField
        control={control}
        name="emergency_contact_phone"
        mask="phone"
        label="Telefone de emergência"
        autoComplete="off"
        {...REQUIRED}
      />
    </FieldRow>
  )
}
