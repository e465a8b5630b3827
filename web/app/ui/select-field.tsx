import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './use-field.ts'

type SelectFieldProps<Form extends FieldValues> = FieldProps<Form, NativeSelectProps> &
  Pick<NativeSelectProps, 'onChange'>

export function SelectField<Form extends FieldValues>(props: SelectFieldProps<Form>) {
  const field = useField(props)
  return (
    <NativeSelect
      {...field}
      onChange={(event) => {
        field.onChange(event)
        props.onChange?.(event)
      }}
    />
  )
}
