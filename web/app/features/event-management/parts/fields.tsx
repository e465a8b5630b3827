import { Switch } from '@mantine/core'
import { type Control, type FieldPath, useController, useFormContext, useWatch } from 'react-hook-form'
import { toCents } from '#contract/money.ts'
import { countWords, plural } from '#contract/words.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { MaskedInput, type MaskedInputProps } from '#web/ui/masked-input.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { CELL, cellClasses } from './cell.ts'

/** The control, path and label of a field by its name, of the event or of the list item at `path`. */
export function useFields<List extends keyof typeof LABELS>(list: List, path?: FieldPath<EventForm>) {
  const { control } = useFormContext<EventForm>()
  return (name: keyof (typeof LABELS)[List] & string) => ({
    control,
    name: (path ? `${path}.${name}` : name) as FieldPath<EventForm>,
    label: String(LABELS[list][name]),
  })
}

interface FieldProps {
  control: Control<EventForm>
  name: FieldPath<EventForm>
}

interface LimitFieldProps extends FieldProps {
  label: string
  /** Number of registrations that hold a spot of this stock. */
  held: number
  error?: string | undefined
  /** Set in tables, whose column heading is the label. */
  hideLabel?: boolean
}

/** A stock limit with the reserved and available quantities. Empty means unlimited, 0 sold out. */
export function LimitField({ control, name, label, held, error, hideLabel = false }: LimitFieldProps) {
  const limit = useWatch({ control, name })
  return (
    <CountField
      control={control}
      name={name}
      description={stockWords(String(limit ?? ''), held)}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      error={error}
    />
  )
}

/** A stock limit in a grid: `3 de 100`. */
export function LimitCell({
  held,
  ...props
}: FieldProps & { label: string; held: number; error?: string | undefined }) {
  const limit = useWatch({ control: props.control, name: props.name })
  return (
    <CountField
      {...props}
      {...CELL}
      className={cellClasses.half}
      placeholder="Sem limite"
      description={stockWords(String(limit ?? ''), held)}
      {...(held > 0 && {
        leftSection: <span aria-hidden>{countWords(held)} de</span>,
        leftSectionWidth: `${countWords(held).length + 5}ch`,
      })}
    />
  )
}

/** Formats stock as `12 reservadas · 1.088 livres`. */
export function stockWords(limit: string, held: number): string {
  const taken = plural(held, 'reservada', 'reservadas')
  if (limit.trim() === '') return held > 0 ? `${taken} · sem limite` : 'Sem limite'
  const left = Math.max(0, Number(limit) - held)
  return `${taken} · ${plural(left, 'livre', 'livres')}`
}

interface MoneyFieldProps
  extends FieldProps,
    Omit<MaskedInputProps, 'mask' | 'value' | 'onChange' | 'onBlur' | 'name'> {
  /** The field holds a percentage, written like an amount. */
  percent?: boolean
  onTyped?: (value: string) => void
}

/** An amount as a decimal string. Another spelling of the same amount does not make the form dirty. */
export function MoneyField({ control, name, percent = false, onTyped, ...props }: MoneyFieldProps) {
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

export function StatusField({ name, description }: { name: FieldPath<EventForm>; description?: string }) {
  const { field, fieldState } = useController<EventForm>({ name })
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
