import { IconClock } from '@tabler/icons-react'
import { useTimeLeft } from '#web/ui/use-time-left.ts'
import { countdownWords, deadlineWords } from './deadline.ts'
import classes from './payment.module.css'

interface DeadlineProps {
  /** An ISO 8601 instant. */
  until: string
  onOver: () => void
}

const HOUR_MS = 3_600_000

/** The countdown is hidden from screen readers, which read the deadline once. */
export function Deadline({ until, onOver }: DeadlineProps) {
  const left = useTimeLeft(until, onOver)
  const words = countdownWords(left)
  return (
    <p className={classes.deadline}>
      <IconClock size={22} aria-hidden />
      <span>
        Pague até <time dateTime={until}>{deadlineWords(until)}</time>{' '}
        {words && (
          <span className={classes.countdown} data-near={left < HOUR_MS || undefined} aria-hidden>
            {words.startsWith('1 dia') ? 'falta' : 'faltam'} {words}
          </span>
        )}
      </span>
    </p>
  )
}
