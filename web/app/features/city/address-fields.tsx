import { Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { AddressInput, lookUpZip } from '#contract/city/city.ts'
import { onlyDigits } from '#contract/documents.ts'
import { api } from '#web/api/api.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CityFields } from './city-select.tsx'

export interface AddressForm {
  address: { [part in keyof AddressInput]: string }
}

const CITY = { state: 'address.state', city: 'address.city' } as const
const REQUIRED = { required: true, withAsterisk: false } as const

interface AddressFieldsProps {
  /** Milliseconds between the last digit of the postal code and its look-up. */
  lookupDelayMs?: number
}

/** The fields of an address. The surrounding `FormProvider` has a schema that validates them. */
export function AddressFields({ lookupDelayMs = 0 }: AddressFieldsProps) {
  const { control } = useFormContext<AddressForm>()
  const field = (part: keyof AddressInput) => ({ control, name: `address.${part}` as const })
  return (
    <>
      <FieldRow columns="1fr 2fr">
        <ZipField lookupDelayMs={lookupDelayMs} />
        <TextField
          {...field('address')}
          label="Endereço"
          placeholder="Rua, avenida, praça…"
          autoComplete="address-line1"
          {...REQUIRED}
        />
      </FieldRow>
      <FieldRow columns="1fr 2fr" short>
        <TextField {...field('number')} label="Número" {...REQUIRED} />
        <TextField
          {...field('complement')}
          label="Complemento (opcional)"
          placeholder="Apartamento, bloco…"
          autoComplete="address-line2"
        />
      </FieldRow>
      <TextField {...field('district')} label="Bairro" autoComplete="address-line3" {...REQUIRED} />
      <CityFields<AddressForm> names={CITY} />
    </>
  )
}

const FILLED = ['address', 'district', 'city', 'state'] as const

/** What it fills in stays editable, because small towns have a single code without a street. */
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
      {...field}
      mask="zip"
      label="CEP"
      autoComplete="postal-code"
      onChange={(typed) => {
        field.onChange(typed)
        lookup.change(typed)
      }}
      error={fieldState.error?.message ?? lookup.problem}
      // Announced to screen readers, because it may appear while another field has the focus.
      errorProps={{ role: 'alert' }}
      rightSection={lookup.busy && <Loader size={18} aria-label="Buscando o endereço" />}
      {...REQUIRED}
    />
  )
}

/** The address of a postal code. The single code of a small town has an empty street and district. */
interface ZipAddress {
  address: string
  district: string
  city: string
  state: string
}

const NOTHING: ZipAddress = { address: '', district: '', city: '', state: '' }
const ZIP_LENGTH = 8

interface ZipLookup {
  /** Call it with typed codes only: the address of a stored code is stored too. */
  change: (zip: string) => void
  busy: boolean
  problem: string | null
}

/** Passes the address of a complete postal code to `fill`, empty fields for an incomplete one. */
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
