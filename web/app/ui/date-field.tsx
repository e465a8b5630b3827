import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { DateInput, type DateInputProps } from './date-input.tsx'

interface DateFieldProps<Form extends FieldValues>
  extends Omit<
    DateInputProps,
    'value' | 'defaultValue' | 'onChange' | 'onUnfinished' | 'name' | 'ref' | 'error'
  > {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A day of a react-hook-form, as `yyyy-mm-dd`, with its error below; what is no day is kept as typed, for validation to refuse. */
export function DateField<Form extends FieldValues>({ control, name, ...props }: DateFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <DateInput
      {...props}
      ref={field.ref}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onUnfinished={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}
