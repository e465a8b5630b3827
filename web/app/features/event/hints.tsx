import { IconFlame, IconHourglassHigh } from '@tabler/icons-react'
import type { IsoDate } from '#contract/dates.ts'
import type { EventCard } from '#contract/event.ts'
import classes from './hints.module.css'
import { deadlineWords, isOpen } from './registration-window.ts'

interface HintsProps {
  event: EventCard
  today: IsoDate
}

/** What makes one hurry: the deadline in words, and the places left when they are few. */
export function Hints({ event, today }: HintsProps) {
  const deadline = deadlineWords(event, today)
  const left = isOpen(event, today) ? event.spots_left : null
  if (!deadline && !left) return null
  return (
    <p className={classes.hints}>
      {deadline && (
        <span className={classes.hint}>
          <IconHourglassHigh size={18} aria-hidden />
          {deadline}
        </span>
      )}
      {left !== null && left > 0 && (
        <span className={classes.hint} data-scarce>
          <IconFlame size={18} aria-hidden />
          {left === 1 ? 'Resta 1 vaga' : `Restam ${left} vagas`}
        </span>
      )}
    </p>
  )
}
