import { countWords } from '#contract/words.ts'
import { IconFlame, IconHourglassHigh } from '../../ui/icons.tsx'
import classes from './urgency.module.css'

interface UrgencyProps {
  /** In words; null when there is none to show. */
  deadline: string | null
  /** Spots left, when they are few. */
  left: number | null
}

/** A near deadline, and a small number of spots left. */
export function Urgency({ deadline, left }: UrgencyProps) {
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
          {left === 1 ? 'Resta 1 vaga' : `Restam ${countWords(left)} vagas`}
        </span>
      )}
    </p>
  )
}
