import { TextInput, type TextInputProps } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import { type FieldProps, useField } from './use-field.ts'
import { useTypedDay } from './use-typed-day.ts'

interface BirthInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `dd/mm/yyyy`, or the text as typed while it is not a day. */
  value: string
  onChange: (value: string) => void
}

/** A date of birth. It has no calendar, because reaching the year of birth would take too many clicks. */
export function BirthInput({ value, onChange, onBlur, error, ...props }: BirthInputProps) {
  const typed = useTypedDay({
    value: toIsoDate(value) ?? value,
    aim: 'birth',
    onChange: (day) => onChange(day && toBrazilianDate(day as IsoDate)),
    onUnfinished: onChange,
    onBlur,
  })
  return <TextInput {...typed.field} {...props} error={typed.error || error} />
}

export const BirthField = <Form extends FieldValues>(props: FieldProps<Form, BirthInputProps>) => (
  <BirthInput {...useField(props)} />
)
