import { TextInput, type TextInputProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { typedTime } from './typed-time.ts'

interface TimeFieldProps<Form extends FieldValues>
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'> {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A react-hook-form field for a time of day, `HH:MM`. */
export function TimeField<Form extends FieldValues>({ control, name, ...props }: TimeFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <TextInput
      inputMode="numeric"
      placeholder="00:00"
      autoComplete="off"
      {...props}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(typedTime(event.currentTarget.value))}
      error={fieldState.error?.message}
    />
  )
}
