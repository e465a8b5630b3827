import { type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { CountField } from '../../../../ui/count-field.tsx'
import type { EventForm } from '../form/event-form.ts'

interface LimitFieldProps {
  name: FieldPath<EventForm>
  label: string
  /** What registrations hold of it. */
  held: number
  error?: string | undefined
  /** In a table, whose heading names it. */
  hideLabel?: boolean
}

/** A limit of what can be registered for, with what is held and left of it. Empty is none, 0 is sold out. */
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

/** `12 reservadas · 88 livres`; nothing of what is new and has no limit. */
export function stockWords(limit: string, held: number): string {
  const taken = `${held} ${held === 1 ? 'reservada' : 'reservadas'}`
  if (limit.trim() === '') return held > 0 ? `${taken} · sem limite` : 'Vazio: sem limite'
  const left = Math.max(0, Number(limit) - held)
  return `${taken} · ${left} ${left === 1 ? 'livre' : 'livres'}`
}
