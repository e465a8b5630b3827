import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { onlyDigits } from '#contract/documents.ts'
import { AddressFields, type AddressForm } from '#web/features/city/address-fields.tsx'
import { BirthField } from '#web/ui/birth-input.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ConsentFields } from './register/consent-fields.tsx'
import classes from './sex-field.module.css'

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

/** Labels of the fields that the server may refuse, in the order of the form. */
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

/** The values of an empty form of a runner. */
export const NO_RUNNER = {
  cpf: '',
  rg: '',
  birth_date: '',
  phone: '',
  emergency_contact: '',
  emergency_contact_phone: '',
  address: { zip: '', address: '', number: '', complement: '', district: '', city: '', state: '' },
  receive_promotions: false,
  receive_event_updates: false,
}

/** Punctuation is removed from the RG; one without digits counts as missing. */
export const withPlainRg = <Values extends { rg?: string | null | undefined }>(values: Values) => ({
  ...values,
  rg: values.rg && (onlyDigits(values.rg) || null),
})

const REQUIRED = { required: true, withAsterisk: false } as const

const LOCKED = {
  readOnly: true,
  variant: 'filled',
  description: 'Só o nosso atendimento o corrige, com um documento.',
} as const

interface PersonFieldsProps {
  /** Set once the account exists: the CPF identifies the person and cannot be changed. */
  cpfLocked?: boolean
}

/** Personal data. The surrounding form (`FormProvider`) validates them. */
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
        <BirthField
          control={control}
          name="birth_date"
          label="Data de nascimento"
          autoComplete="bday"
          {...REQUIRED}
        />
        <SexField />
      </FieldRow>
    </>
  )
}

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

interface RunnerSectionsProps {
  /** HTML ids of the sections. */
  ids?: { you: string; contact: string; address: string }
  /** Placed before and after the personal data, and before the phone. */
  name?: ReactNode
  file?: ReactNode
  access?: ReactNode
  aboutContact?: string
}

/** The sections with everything that a registration in a race requires. */
export function RunnerSections({ ids, name, file, access, aboutContact }: RunnerSectionsProps) {
  return (
    <>
      <FormSection
        id={ids?.you}
        title="Sobre você"
        description="Os organizadores usam estes dados para a sua categoria, o número de peito e a retirada do kit."
      >
        {name}
        <PersonFields />
        {file}
      </FormSection>
      <FormSection id={ids?.contact} title="Como falar com você" description={aboutContact}>
        {access}
        <ContactFields />
      </FormSection>
      <FormSection
        id={ids?.address}
        title="Onde você mora"
        description="Comece pelo CEP: o restante vem preenchido e você confere."
      >
        <AddressFields />
      </FormSection>
      <FormSection
        title="Privacidade"
        description="Você escolhe o que quer receber e pode mudar de ideia a qualquer momento no seu perfil."
      >
        <ConsentFields />
      </FormSection>
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
