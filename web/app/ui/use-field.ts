import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface Place<Form extends FieldValues> {
  control: Control<Form>
  name: FieldPath<Form>
}

type SetByForm = 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'

/** The props of an input that is a field of a react-hook-form. */
export type FieldProps<Form extends FieldValues, InputProps> = Omit<InputProps, SetByForm> & Place<Form>

/** The props of the input itself, with the field's value and error. */
export function useField<Form extends FieldValues, InputProps>({
  control,
  name,
  ...props
}: InputProps & Place<Form>) {
  const { field, fieldState } = useController({ control, name })
  return { ...props, ...field, value: field.value ?? '', error: fieldState.error?.message }
}
