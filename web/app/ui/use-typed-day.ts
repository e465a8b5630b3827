import { type ChangeEvent, type FocusEventHandler, type KeyboardEvent, useState } from 'react'
import { dayIn, type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import type { DayAim } from './typed-day.ts'
import { useLoaded } from './use-loaded.ts'

/** Loaded when a field is entered, as public pages show one. */
const loadReader = () => import('./typed-day.ts').then((module) => module.readDay)

export interface TypedDay {
  /** `yyyy-mm-dd`, or empty for no day. Without it the field is uncontrolled. */
  value?: string
  defaultValue?: string
  aim?: DayAim
  onChange?: (value: string) => void
  /** Called with the text while it is not a day. */
  onUnfinished?: (text: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
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
export function useTypedDay(props: TypedDay) {
  const { value, defaultValue = '', aim, onChange, onUnfinished, onBlur } = props
  const [text, setText] = useState(written(value ?? defaultValue))
  const [followed, setFollowed] = useState(value)
  const [entered, setEntered] = useState(false)
  const [left, setLeft] = useState(false)
  const reader = useLoaded(entered, loadReader)
  const day = toIsoDate(text)

  // Keeps the typed text until the value changes by other means.
  if (value !== followed) {
    setFollowed(value)
    if (value !== undefined && value !== (day ?? text)) setText(written(value))
  }

  const today = () => dayIn(undefined, new Date())
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
  const finish = async () => {
    setLeft(true)
    let found = text.trim() === '' ? '' : day
    if (found === null) {
      const read = reader ?? (await loadReader().catch(() => null))
      found = read?.(text, today(), aim).day ?? null
    }
    const finished = found && toBrazilianDate(found)
    if (finished !== null && finished !== text) take(finished)
  }
  return {
    day,
    choose: (chosen: IsoDate) => take(toBrazilianDate(chosen)),
    error: left && text.trim() !== '' && day === null && reader?.(text, today(), aim).problem,
    field: {
      placeholder: 'dd/mm/aaaa',
      inputMode: 'numeric',
      autoComplete: 'off',
      value: text,
      onChange: type,
      onFocus: () => setEntered(true),
      onBlur: ((event) => {
        void finish()
        onBlur?.(event)
      }) satisfies FocusEventHandler<HTMLInputElement>,
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && void finish(),
    },
  } as const
}
