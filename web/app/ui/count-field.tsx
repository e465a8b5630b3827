import { TextInput, type TextInputProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface CountFieldProps<Form extends FieldValues>
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref'> {
  control: Control<Form>
  name: FieldPath<Form>
}

const MAX_DIGITS = 7

/**
 * A react-hook-form field for a whole number, kept as text: only digits are accepted. An `error` prop takes precedence over
 * the form's.
 */
export function CountField<Form extends FieldValues>({
  control,
  name,
  error,
  ...props
}: CountFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <TextInput
      {...props}
      ref={field.ref}
      name={field.name}
      inputMode="numeric"
      autoComplete="off"
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, MAX_DIGITS))}
      onBlur={field.onBlur}
      error={error ?? fieldState.error?.message}
    />
  )
}
