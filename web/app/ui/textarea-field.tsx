import { Textarea, type TextareaProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface TextareaFieldProps<Form extends FieldValues>
  extends Omit<TextareaProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'> {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A text of several lines of a react-hook-form, with its error beneath. */
export function TextareaField<Form extends FieldValues>({
  control,
  name,
  ...props
}: TextareaFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return <Textarea {...props} {...field} value={field.value ?? ''} error={fieldState.error?.message} />
}
