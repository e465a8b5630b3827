import { useController, useFormContext, useWatch } from 'react-hook-form'
import { FieldRow } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { AddressForm } from './address-form.ts'
import { CitySelect } from './city-select.tsx'
import { StateSelect } from './state-select.tsx'
import { ZipField } from './zip-field.tsx'

const REQUIRED = { required: true, withAsterisk: false } as const

interface AddressFieldsProps {
  /** Look the postal code up only this long after its last digit. */
  lookupDelayMs?: number
}

/** The fields of an address, for the form around them (`FormProvider`), whose schema says what they need. */
export function AddressFields({ lookupDelayMs = 0 }: AddressFieldsProps) {
  const { control } = useFormContext<AddressForm>()
  return (
    <>
      <FieldRow columns="1fr 2fr">
        <ZipField lookupDelayMs={lookupDelayMs} />
        <TextField
          control={control}
          name="address.address"
          label="Endereço"
          placeholder="Rua, avenida, praça…"
          autoComplete="address-line1"
          {...REQUIRED}
        />
      </FieldRow>
      <FieldRow columns="1fr 2fr" short>
        <TextField control={control} name="address.number" label="Número" {...REQUIRED} />
        <TextField
          control={control}
          name="address.complement"
          label="Complemento (opcional)"
          placeholder="Apartamento, bloco…"
          autoComplete="address-line2"
        />
      </FieldRow>
      <TextField
        control={control}
        name="address.district"
        label="Bairro"
        autoComplete="address-line3"
        {...REQUIRED}
      />
      <FieldRow columns="1fr 1fr">
        <StateField />
        <CityField />
      </FieldRow>
    </>
  )
}

function StateField() {
  const { control, setValue } = useFormContext<AddressForm>()
  const { field, fieldState } = useController({ control, name: 'address.state' })
  return (
    <StateSelect
      {...field}
      onChange={(event) => {
        field.onChange(event)
        // A city belongs to its state.
        setValue('address.city', '', { shouldDirty: true })
      }}
      error={fieldState.error?.message}
      {...REQUIRED}
    />
  )
}

function CityField() {
  const { control } = useFormContext<AddressForm>()
  const { field, fieldState } = useController({ control, name: 'address.city' })
  const state = useWatch({ control, name: 'address.state' })
  return <CitySelect {...field} state={state} error={fieldState.error?.message} {...REQUIRED} />
}
