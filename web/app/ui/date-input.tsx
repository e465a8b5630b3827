import { TextInput, type TextInputProps } from '@mantine/core'
import type { IsoDate } from '#contract/dates.ts'
import { CalendarButton } from './calendar-button.tsx'
import { type TypedDay, useTypedDay } from './use-typed-day.ts'

export interface DateInputProps
  extends TypedDay,
    Omit<TextInputProps, keyof TypedDay | 'type' | 'min' | 'max'> {
  min?: IsoDate
  max?: IsoDate
}

/** A day, typed or selected in a calendar. A submitted form and `FormData` contain it in Brazilian format. */
export function DateInput({
  value,
  defaultValue,
  onChange,
  onUnfinished,
  aim,
  onBlur,
  min,
  max,
  error,
  ...props
}: DateInputProps) {
  const typed = useTypedDay({ value, defaultValue, aim, onChange, onUnfinished, onBlur })
  return (
    <TextInput
      {...typed.field}
      {...props}
      error={typed.error || error}
      rightSectionPointerEvents="all"
      rightSection={
        <CalendarButton
          day={typed.day}
          onChoose={typed.choose}
          min={min}
          max={max}
          disabled={props.disabled}
        />
      }
    />
  )
}
