import { Switch } from '@mantine/core'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import type { EventForm } from '../form/event-form.ts'

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
