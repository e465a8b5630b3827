import { TextInput, type TextInputProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface TextFieldProps<Form extends FieldValues>
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'> {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A react-hook-form text field with its error below. */
export function TextField<Form extends FieldValues>({ control, name, ...props }: TextFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return <TextInput {...props} {...field} value={field.value ?? ''} error={fieldState.error?.message} />
}
