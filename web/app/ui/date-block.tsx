import classes from './date-block.module.css'

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb']

interface DateBlockProps {
  /** `dd/mm/yyyy`, as the API sends it. */
  date: string
  size?: 'md' | 'lg'
}

/** A date as a calendar leaf: month, day, weekday. */
export function DateBlock({ date, size = 'md' }: DateBlockProps) {
  const [day = 0, month = 0, year = 0] = date.split('/').map(Number)
  // Computed in UTC, so that the time zone of the browser does not matter.
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day, 12)).getUTCDay()]
  const pad = (part: number) => String(part).padStart(2, '0')
  return (
    <time className={classes.block} data-size={size} dateTime={`${year}-${pad(month)}-${pad(day)}`}>
      <span className={classes.month}>{MONTHS[month - 1]}</span>
      <span className={classes.day}>{pad(day)}</span>
      <span className={classes.weekday}>{weekday}</span>
    </time>
  )
}
