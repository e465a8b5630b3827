import { TextInput, type TextInputProps } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { typedTime } from './typed-time.ts'
import { type FieldProps, useField } from './use-field.ts'

export function TimeField<Form extends FieldValues>(props: FieldProps<Form, TextInputProps>) {
  const field = useField(props)
  return (
    <TextInput
      inputMode="numeric"
      placeholder="00:00"
      autoComplete="off"
      {...field}
      onChange={(event) => field.onChange(typedTime(event.currentTarget.value))}
    />
  )
}
