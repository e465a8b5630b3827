import { NativeSelect } from '@mantine/core'
import classes from './backoffice.module.css'

interface FilterSelectProps {
  label: string
  value: string
  /** Value and label; the first option filters nothing. */
  options: readonly (readonly [value: string, words: string])[]
  onChange: (value: string) => void
}

/** A select in a list's toolbar that filters the list. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      aria-label={label}
      className={classes.filter}
      value={options.some(([one]) => one === value) ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={options.map(([one, words]) => ({ value: one, label: words }))}
    />
  )
}
