import { Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { AddressInput, lookUpZip } from '#contract/city.ts'
import { onlyDigits } from '#contract/documents.ts'
import { api } from '../../api.ts'
import { FieldRow } from '../../ui/form-section.tsx'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CitySelect, StateSelect } from './city-select.tsx'

/** The form values that `AddressFields` needs. */
export interface AddressForm {
  address: { [part in keyof AddressInput]: string }
}

const REQUIRED = { required: true, withAsterisk: false } as const

interface AddressFieldsProps {
  /** Delay of the postal code's look-up after its last digit. */
  lookupDelayMs?: number
}

/** The fields of an address, inside a `FormProvider` whose schema validates them. */
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
        // A city belongs to its state, so another state clears it.
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

const FILLED = ['address', 'district', 'city', 'state'] as const

/** The postal code fills in street, district, city and state. They stay editable: in small towns one code has no street. */
function ZipField({ lookupDelayMs }: { lookupDelayMs: number }) {
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
      // Announced, because it may appear while another field has the focus.
      errorProps={{ role: 'alert' }}
      rightSection={lookup.busy && <Loader size={18} aria-label="Buscando o endereço" />}
      required
      withAsterisk={false}
    />
  )
}

/** The address of a postal code; the code of a whole town leaves street and district empty. */
interface ZipAddress {
  address: string
  district: string
  city: string
  state: string
}

const NOTHING: ZipAddress = { address: '', district: '', city: '', state: '' }
const ZIP_LENGTH = 8

interface ZipLookup {
  /** Call it with typed codes only: a stored code's address is stored with it. */
  change: (zip: string) => void
  busy: boolean
  /** Why the last look-up found no address. */
  problem: string | null
}

/**
 * Looks up the address of a complete postal code and passes it to `fill`; an incomplete code clears those fields.
 * `delayMs` debounces the look-up.
 */
function useZipLookup(fill: (address: ZipAddress) => void, delayMs = 0): ZipLookup {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useRef<AbortController>(undefined)
  useEffect(() => () => asked.current?.abort(), [])

  async function look(zip: string, signal: AbortSignal): Promise<void> {
    try {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (signal.aborted) return
      const { data } = await api<typeof lookUpZip>(
        { method: 'GET', path: '/cep/:cep' },
        { params: { cep: zip }, signal },
      )
      if (signal.aborted) return
      if ('erro' in data) setProblem('CEP não encontrado.')
      else fill({ address: data.logradouro, district: data.bairro, city: data.localidade, state: data.uf })
    } catch {
      if (!signal.aborted) setProblem('Erro ao buscar CEP.')
    } finally {
      if (!signal.aborted) setBusy(false)
    }
  }

  return {
    change(zip) {
      const digits = onlyDigits(zip)
      asked.current?.abort()
      setProblem(null)
      fill(NOTHING)
      const whole = digits.length === ZIP_LENGTH
      setBusy(whole)
      if (!whole) return
      asked.current = new AbortController()
      void look(digits, asked.current.signal)
    },
    busy,
    problem,
  }
}
