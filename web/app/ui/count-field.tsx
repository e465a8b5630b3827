import { TextInput, type TextInputProps } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './use-field.ts'

type CountFieldProps<Form extends FieldValues> = FieldProps<Form, TextInputProps> &
  Pick<TextInputProps, 'error'>

const MAX_DIGITS = 7

/** A whole number, stored as text. An `error` prop takes precedence over the form's. */
export function CountField<Form extends FieldValues>(props: CountFieldProps<Form>) {
  const field = useField(props)
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => field.onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, MAX_DIGITS))}
      error={props.error ?? field.error}
    />
  )
}
