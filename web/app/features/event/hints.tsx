import { IconFlame, IconHourglassHigh } from '@tabler/icons-react'
import classes from './hints.module.css'

interface HintsProps {
  /** In words; null when it is no news. */
  deadline: string | null
  /** Places, when they are few. */
  left: number | null
}

/** What makes one hurry. */
export function Hints({ deadline, left }: HintsProps) {
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
