import { type ChangeEvent, useState } from 'react'
import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'

export interface TypedDay {
  /** `yyyy-mm-dd`, or empty for no day. Without it the field is uncontrolled. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** Called with the text while it is not a day. */
  onUnfinished?: (text: string) => void
}

function written(value: string): string {
  const day = toIsoDate(value.trim())
  return day ? toBrazilianDate(day) : value
}

/** Adds the slashes to typed or pasted digits: `0512` → `05/12`. */
const withSlashes = (text: string): string =>
  text.replace(/^(\d\d)(\d)/, '$1/$2').replace(/^(\d\d\/\d\d)(\d)/, '$1/$2')

const LENGTH = 'dd/mm/aaaa'.length

export function useTypedDay({ value, defaultValue = '', onChange, onUnfinished }: TypedDay) {
  const [text, setText] = useState(written(value ?? defaultValue))
  const [followed, setFollowed] = useState(value)
  const [left, setLeft] = useState(false)
  const day = toIsoDate(text)

  // Keeps the typed text until the value changes by other means.
  if (value !== followed) {
    setFollowed(value)
    if (value !== undefined && value !== (day ?? text)) setText(written(value))
  }

  const take = (next: string) => {
    setText(next)
    const chosen = toIsoDate(next)
    if (chosen !== null || next === '') onChange?.(chosen ?? '')
    else onUnfinished?.(next)
  }
  const type = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    // A deletion or a correction in the middle is not reformatted.
    const adds = field.value.length > text.length && field.selectionStart === field.value.length
    take(adds ? withSlashes(written(field.value)).slice(0, LENGTH) : field.value)
  }
  return {
    day,
    choose: (chosen: IsoDate) => take(toBrazilianDate(chosen)),
    error: left && text !== '' && day === null && 'Data inválida',
    field: {
      placeholder: 'dd/mm/aaaa',
      inputMode: 'numeric',
      autoComplete: 'off',
      value: text,
      onChange: type,
      onBlur: () => setLeft(true),
    },
  } as const
}
