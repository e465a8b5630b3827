import { type ChangeEvent, useState } from 'react'
import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'

export interface TypedDay {
  /** `yyyy-mm-dd`; empty is no day. Left out, the field keeps its own text. */
  value?: string
  /** `yyyy-mm-dd` */
  defaultValue?: string
  /** Gets a day as `yyyy-mm-dd`, or the empty text. */
  onChange?: (value: string) => void
  /** Gets the text while it is no day. */
  onUnfinished?: (text: string) => void
}

/** As a person reads a day; what is no day stays as it is. */
function written(value: string): string {
  const day = toIsoDate(value.trim())
  return day ? toBrazilianDate(day) : value
}

/** Puts the slashes into digits that were typed or pasted: `0512` → `05/12`. */
const withSlashes = (text: string): string =>
  text.replace(/^(\d\d)(\d)/, '$1/$2').replace(/^(\d\d\/\d\d)(\d)/, '$1/$2')

const LENGTH = 'dd/mm/aaaa'.length

/** What a field needs whose text is a day, typed as dd/mm/aaaa whatever language the browser speaks. */
export function useTypedDay({ value, defaultValue = '', onChange, onUnfinished }: TypedDay) {
  const [text, setText] = useState(written(value ?? defaultValue))
  const [followed, setFollowed] = useState(value)
  const [left, setLeft] = useState(false)
  const day = toIsoDate(text)

  // The text is the person's, until the value becomes another one by other means.
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
    // A deletion or a correction in the middle stays as it was made.
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
