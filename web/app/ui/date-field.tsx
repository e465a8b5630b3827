import type { FieldValues } from 'react-hook-form'
import { DateInput, type DateInputProps } from './date-input.tsx'
import { type FieldProps, useField } from './use-field.ts'

/** `yyyy-mm-dd`. Text that is not a day is stored as typed, so that validation refuses it. */
export function DateField<Form extends FieldValues>(props: FieldProps<Form, DateInputProps>) {
  const field = useField(props)
  return <DateInput {...field} onUnfinished={field.onChange} />
}
