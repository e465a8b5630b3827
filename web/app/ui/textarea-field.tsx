import { Textarea, type TextareaProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface TextareaFieldProps<Form extends FieldValues>
  extends Omit<TextareaProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'> {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A react-hook-form text field of several lines with its error below. */
export function TextareaField<Form extends FieldValues>({
  control,
  name,
  ...props
}: TextareaFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return <Textarea {...props} {...field} value={field.value ?? ''} error={fieldState.error?.message} />
}
