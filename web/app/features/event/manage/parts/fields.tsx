import { Switch } from '@mantine/core'
import { type FieldPath, useController, useFormContext, useWatch } from 'react-hook-form'
import { toCents } from '#contract/money.ts'
import { plural } from '#contract/words.ts'
import { CountField } from '../../../../ui/count-field.tsx'
import { MaskedInput, type MaskedInputProps } from '../../../../ui/masked-input.tsx'
import type { EventForm } from '../form/event-form.ts'

interface LimitFieldProps {
  name: FieldPath<EventForm>
  label: string
  /** How many registrations hold of it. */
  held: number
  error?: string | undefined
  /** In a table, whose heading names it. */
  hideLabel?: boolean
}

/** A stock limit, with what is held and left of it. Empty is no limit, 0 is sold out. */
export function LimitField({ name, label, held, error, hideLabel = false }: LimitFieldProps) {
  const { control } = useFormContext<EventForm>()
  const limit = useWatch({ control, name })
  return (
    <CountField
      control={control}
      name={name}
      placeholder="Sem limite"
      description={stockWords(String(limit ?? ''), held)}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      {...(error ? { error } : {})}
    />
  )
}

/** As `12 reservadas · 1.088 livres`. */
export function stockWords(limit: string, held: number): string {
  const taken = plural(held, 'reservada', 'reservadas')
  if (limit.trim() === '') return held > 0 ? `${taken} · sem limite` : 'Sem limite'
  const left = Math.max(0, Number(limit) - held)
  return `${taken} · ${plural(left, 'livre', 'livres')}`
}

interface MoneyFieldProps extends Omit<MaskedInputProps, 'mask' | 'value' | 'onChange' | 'onBlur' | 'name'> {
  name: FieldPath<EventForm>
  /** A percentage, written like an amount. */
  percent?: boolean
  /** Gets each value that is typed. */
  onTyped?: (value: string) => void
}

/** An amount in its wire form. The mask's spelling of the same amount does not make the form dirty. */
export function MoneyField({ name, percent = false, onTyped, ...props }: MoneyFieldProps) {
  const { control } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  const value = String(field.value ?? '')
  return (
    <MaskedInput
      {...props}
      {...(percent ? { leftSection: null, rightSection: <span aria-hidden>%</span> } : {})}
      mask="money"
      ref={field.ref}
      name={field.name}
      value={value}
      onChange={(typed) => {
        if (typed !== '' && value !== '' && toCents(typed) === toCents(value)) return
        field.onChange(typed)
        onTyped?.(typed)
      }}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}

interface StatusFieldProps {
  name: FieldPath<EventForm>
  description?: string
}

/** Ativo or Inativo, kept as 1 or 0. */
export function StatusField({ name, description }: StatusFieldProps) {
  const { control } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  const active = field.value === 1
  return (
    <Switch
      ref={field.ref}
      name={field.name}
      label={active ? 'Ativo' : 'Inativo'}
      description={description}
      checked={active}
      onChange={(event) => field.onChange(event.currentTarget.checked ? 1 : 0)}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}
