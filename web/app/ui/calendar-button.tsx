import { useRef, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { IconButton } from './button.tsx'
import { IconCalendar } from './icons.tsx'
import { preload, useLoaded } from './use-loaded.ts'

const loadCalendar = () => import('./date-calendar.tsx').then((module) => module.DateCalendar)
const preloadCalendar = preload(loadCalendar)

interface CalendarButtonProps {
  day: IsoDate | null
  onChoose: (day: IsoDate) => void
  min?: IsoDate
  max?: IsoDate
  disabled?: boolean
}

/** A button that opens a calendar. Its code is loaded on first use. */
export function CalendarButton({ day, onChoose, min, max, disabled }: CalendarButtonProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const Calendar = useLoaded(open, loadCalendar)
  return (
    <>
      <IconButton
        ref={opener}
        aria-label="Abrir calendário"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onPointerEnter={preloadCalendar}
        onClick={() => setOpen(!open)}
      >
        <IconCalendar size={20} aria-hidden />
      </IconButton>
      {Calendar && (
        <Calendar
          opener={opener}
          open={open}
          onClose={() => setOpen(false)}
          day={day}
          onChoose={onChoose}
          min={min}
          max={max}
        />
      )}
    </>
  )
}
