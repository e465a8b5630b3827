import { Switch, type SwitchProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface SwitchFieldProps<Form extends FieldValues>
  extends Omit<SwitchProps, 'checked' | 'defaultChecked' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'> {
  control: Control<Form>
  name: FieldPath<Form>
}

/** A react-hook-form switch. */
export function SwitchField<Form extends FieldValues>({ control, name, ...props }: SwitchFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Switch
      {...props}
      ref={field.ref}
      name={field.name}
      checked={field.value === true}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}
