import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx'

interface MaskedFieldProps<Form extends FieldValues>
  extends Omit<MaskedInputProps, 'value' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'> {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A masked react-hook-form field with its error below. */
export function MaskedField<Form extends FieldValues>({ control, name, ...props }: MaskedFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <MaskedInput
      {...props}
      ref={field.ref}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}
