import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import { toCents } from '#contract/money.ts'
import { MaskedInput, type MaskedInputProps } from '../../../../ui/masked-input.tsx'
import type { EventForm } from '../form/event-form.ts'

interface MoneyFieldProps extends Omit<MaskedInputProps, 'mask' | 'value' | 'onChange' | 'onBlur' | 'name'> {
  name: FieldPath<EventForm>
  /** A percentage, written like an amount. */
  percent?: boolean
}

/** An amount in its wire form. The mask's own spelling of the same amount is no change. */
export function MoneyField({ name, percent = false, ...props }: MoneyFieldProps) {
  const { control } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  const value = String(field.value ?? '')
  return (
    <MaskedInput
      {...props}
      {...(percent ? { leftSection: null, rightSection: <span aria-hidden>%</span> } : {})}
      mask="money"
      ref={field.ref}
      name={field.name}
      value={value}
      onChange={(typed) => {
        if (typed === '' || value === '' || toCents(typed) !== toCents(value)) field.onChange(typed)
      }}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}
