import { useRef, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { IconButton } from './button.tsx'
import { IconCalendar } from './icons.tsx'
import { useLoaded } from './use-loaded.ts'

const loadCalendar = () => import('./date-calendar.tsx').then((module) => module.DateCalendar)

function preloadCalendar(): void {
  // A failure is ignored: opening the calendar loads it again.
  loadCalendar().catch(() => undefined)
}

interface CalendarButtonProps {
  day: IsoDate | null
  onChoose: (day: IsoDate) => void
  /** The first and the last day that are offered. */
  min?: IsoDate
  max?: IsoDate
  disabled?: boolean
}

/** Opens a calendar, whose code is loaded when it is first opened. */
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
