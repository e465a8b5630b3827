import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'
import classes from './backoffice.module.css'

interface NumberFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A field in a list's toolbar that filters the list by the number of a record. */
export function NumberFilter({ label, value, onChange }: NumberFilterProps) {
  const [text, setText] = useState(value)
  const report = useDebounced(onChange)
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      className={classes.number}
      inputMode="numeric"
      autoComplete="off"
      maxLength={15}
      value={text}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').replace(/^0+/, '')
        setText(digits)
        report.call(digits)
      }}
    />
  )
}
