import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface SelectFieldProps<Form extends FieldValues>
  extends Omit<NativeSelectProps, 'value' | 'defaultValue' | 'onBlur' | 'name' | 'ref' | 'error'> {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A react-hook-form select with its error below. */
export function SelectField<Form extends FieldValues>({
  control,
  name,
  onChange,
  ...props
}: SelectFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <NativeSelect
      {...props}
      {...field}
      onChange={(event) => {
        field.onChange(event)
        onChange?.(event)
      }}
      value={field.value ?? ''}
      error={fieldState.error?.message}
    />
  )
}
