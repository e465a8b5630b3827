import { countWords } from '#contract/words.ts'
import { IconFlame, IconHourglassHigh } from '#web/ui/icons.tsx'
import classes from './urgency.module.css'

interface UrgencyProps {
  /** The deadline in words; null when none is to be shown. */
  deadline: string | null
  /** Number of spots left, if few; otherwise null. */
  left: number | null
}

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
