import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import { useLoaded } from './use-loaded.ts'

export interface DateInputProps
  extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  /** `yyyy-mm-dd`; empty is no day. Left out, the field keeps its own text. */
  value?: string
  /** `yyyy-mm-dd` */
  defaultValue?: string
  /** Gets a day as `yyyy-mm-dd`, or the empty text. */
  onChange?: (value: string) => void
  /** Gets the text while it is no day. */
  onUnfinished?: (text: string) => void
  /** The first and the last day that the calendar offers. */
  min?: IsoDate
  max?: IsoDate
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

const loadCalendar = () => import('./date-calendar.tsx').then((module) => module.DateCalendar)

function preloadCalendar(): void {
  // A failure is ignored: opening the calendar loads it again.
  loadCalendar().catch(() => undefined)
}

/**
 * A day, typed as dd/mm/aaaa whatever language the browser speaks, or chosen in a calendar, whose code is loaded when it is first
 * opened. A form that is sent, and `FormData`, get the Brazilian text.
 */
export function DateInput({
  value,
  defaultValue = '',
  onChange,
  onUnfinished,
  onBlur,
  min,
  max,
  error,
  ...props
}: DateInputProps) {
  const [text, setText] = useState(written(value ?? defaultValue))
  const [followed, setFollowed] = useState(value)
  const [left, setLeft] = useState(false)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const Calendar = useLoaded(open, loadCalendar)
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
  return (
    <TextInput
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      autoComplete="off"
      {...props}
      value={text}
      onChange={type}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
      error={error ?? (left && text !== '' && day === null && 'Data inválida')}
      rightSectionPointerEvents="all"
      rightSection={
        <>
          <ActionIcon
            ref={opener}
            size="lg"
            color="gray"
            aria-label="Abrir calendário"
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={props.disabled}
            onPointerEnter={preloadCalendar}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar size={20} aria-hidden />
          </ActionIcon>
          {Calendar && (
            <Calendar
              opener={opener}
              open={open}
              onClose={() => setOpen(false)}
              day={day}
              onChoose={(chosen) => take(toBrazilianDate(chosen))}
              min={min}
              max={max}
            />
          )}
        </>
      }
    />
  )
}
