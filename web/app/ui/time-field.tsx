import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { readTime } from './typed-time.ts'
import { type FieldProps, useField } from './use-field.ts'

/** `HH:MM`. Other spellings are replaced when the field is left or Enter is pressed. */
export function TimeField<Form extends FieldValues>(props: FieldProps<Form, TextInputProps>) {
  const field = useField(props)
  const [left, setLeft] = useState(false)
  const text = String(field.value)
  const read = text === '' ? null : readTime(text)
  const finish = () => {
    setLeft(true)
    if (read?.time !== undefined && read.time !== text) field.onChange(read.time)
  }
  return (
    <TextInput
      inputMode="numeric"
      placeholder="00:00"
      autoComplete="off"
      {...field}
      onBlur={() => {
        finish()
        field.onBlur()
      }}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
      error={(left && read?.problem) || field.error}
    />
  )
}
