import { Switch, type SwitchProps } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './use-field.ts'

export function SwitchField<Form extends FieldValues>(props: FieldProps<Form, SwitchProps>) {
  const { value, ...field } = useField(props)
  return (
    <Switch
      {...field}
      checked={Boolean(value)}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  )
}
