import { Radio } from '@mantine/core'
import { useController, useFormContext } from 'react-hook-form'
import { FieldRow } from '../../ui/form-section.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { AddressForm } from '../city/address-fields.tsx'
import classes from './sex-field.module.css'

/** The personal data of the registration and profile forms. */
interface PersonForm extends AddressForm {
  name: string
  email: string
  cpf: string
  rg: string
  birth_date: string
  phone: string
  sex: 0 | 1
  emergency_contact: string
  emergency_contact_phone: string
}

/** Labels of the fields the server may refuse, in the order of the form. */
export const PERSON_LABELS = {
  name: 'Nome',
  cpf: 'CPF',
  rg: 'RG',
  birth_date: 'Data de nascimento',
  sex: 'Sexo',
  email: 'Email',
  phone: 'Telefone',
  emergency_contact: 'Contato de emergência',
  emergency_contact_phone: 'Telefone de emergência',
  'address.zip': 'CEP',
  'address.address': 'Endereço',
  'address.number': 'Número',
  'address.complement': 'Complemento',
  'address.district': 'Bairro',
  'address.state': 'Estado',
  'address.city': 'Cidade',
} as const

const REQUIRED = { required: true, withAsterisk: false } as const

const LOCKED = { readOnly: true, variant: 'filled', description: 'O CPF não pode ser alterado' } as const

interface PersonFieldsProps {
  /** The CPF identifies the person and cannot be changed once the account exists. */
  cpfLocked?: boolean
}

/** Personal data, for a form around it (`FormProvider`) whose schema validates it. */
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
        <SexField />
      </FieldRow>
    </>
  )
}

/** How to reach the person, and whom to tell if something happens to them during a race. */
export function ContactFields() {
  const { control } = useFormContext<PersonForm>()
  return (
    <>
      <FieldRow columns="1fr 1fr">
        <MaskedField
          control={control}
          name="phone"
          mask="phone"
          label="Telefone"
          autoComplete="tel-national"
          {...REQUIRED}
        />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <TextField
          control={control}
          name="emergency_contact"
          label="Contato de emergência"
          placeholder="Nome da pessoa"
          description="Quem avisamos se algo acontecer com você na prova"
          autoComplete="off"
          autoCapitalize="words"
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
    </>
  )
}

function SexField() {
  const { control } = useFormContext<PersonForm>()
  const { field, fieldState } = useController({ control, name: 'sex' })
  return (
    <Radio.Group
      label="Sexo"
      name={field.name}
      value={field.value === undefined ? '' : String(field.value)}
      onChange={(value) => field.onChange(Number(value))}
      error={fieldState.error?.message}
      required
      withAsterisk={false}
    >
      <div className={classes.options}>
        <Radio ref={field.ref} value="0" label="Masculino" onBlur={field.onBlur} className={classes.option} />
        <Radio value="1" label="Feminino" onBlur={field.onBlur} className={classes.option} />
      </div>
    </Radio.Group>
  )
}
