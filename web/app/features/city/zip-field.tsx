import { Loader } from '@mantine/core'
import { useController, useFormContext } from 'react-hook-form'
import { MaskedInput } from '../../ui/masked-input.tsx'
import type { AddressForm } from './address-form.ts'
import { useZipLookup } from './use-zip-lookup.ts'

const FILLED = ['address', 'district', 'city', 'state'] as const

/** The postal code, which fills street, district, city and state. They stay editable: the code of a small town knows no street. */
export function ZipField({ lookupDelayMs }: { lookupDelayMs: number }) {
  const { control, setValue, formState } = useFormContext<AddressForm>()
  const { field, fieldState } = useController({ control, name: 'address.zip' })
  const lookup = useZipLookup((found) => {
    for (const part of FILLED) {
      setValue(`address.${part}`, found[part], {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted && found[part] !== '',
      })
    }
  }, lookupDelayMs)
  return (
    <MaskedInput
      mask="zip"
      label="CEP"
      autoComplete="postal-code"
      name={field.name}
      ref={field.ref}
      value={field.value}
      onBlur={field.onBlur}
      onChange={(typed) => {
        field.onChange(typed)
        lookup.change(typed)
      }}
      error={fieldState.error?.message ?? lookup.problem}
      // It may come while another field has the focus.
      errorProps={{ role: 'alert' }}
      rightSection={lookup.busy && <Loader size={18} aria-label="Buscando o endereço" />}
      required
      withAsterisk={false}
    />
  )
}
