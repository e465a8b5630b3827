import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { dayIn, type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import { type DayAim, readDay } from './typed-day.ts'

export interface TypedDay {
  /** `yyyy-mm-dd`, or empty for no day. Without it the field is uncontrolled. */
  value?: string
  defaultValue?: string
  aim?: DayAim
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

/** Keys pressed after a complete day do not change it. */
const withoutRest = (text: string): string => /^\d\d\/\d\d\/\d{4}/.exec(text)?.[0] ?? text

/** Other spellings of a day (`readDay`) are replaced when the field is left or Enter is pressed. */
export function useTypedDay({ value, defaultValue = '', aim, onChange, onUnfinished }: TypedDay) {
  const [text, setText] = useState(written(value ?? defaultValue))
  const [followed, setFollowed] = useState(value)
  const [left, setLeft] = useState(false)
  const day = toIsoDate(text)

  // Keeps the typed text until the value changes by other means.
  if (value !== followed) {
    setFollowed(value)
    if (value !== undefined && value !== (day ?? text)) setText(written(value))
  }

  const read = () => readDay(text, dayIn(undefined, new Date()), aim)
  const take = (next: string) => {
    setText(next)
    const chosen = toIsoDate(next)
    if (chosen !== null || next === '') onChange?.(chosen ?? '')
    else onUnfinished?.(next)
  }
  const type = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    // A deletion or a correction in the middle is not reformatted.
    const adds = field.value.length > text.length && field.selectionStart === field.value.length
    take(adds ? withoutRest(withSlashes(written(field.value))) : field.value)
  }
  const finish = () => {
    setLeft(true)
    const found = text.trim() === '' ? '' : read().day
    if (found === undefined) return
    const finished = found && toBrazilianDate(found)
    if (finished !== text) take(finished)
  }
  return {
    day,
    choose: (chosen: IsoDate) => take(toBrazilianDate(chosen)),
    error: left && text.trim() !== '' && day === null && read().problem,
    field: {
      placeholder: 'dd/mm/aaaa',
      inputMode: 'numeric',
      autoComplete: 'off',
      value: text,
      onChange: type,
      onBlur: finish,
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && finish(),
    },
  } as const
}
