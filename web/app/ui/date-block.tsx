import classes from './date-block.module.css'

export const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb']

interface DateBlockProps {
  /** `dd/mm/yyyy`, the API's format. */
  date: string
  size?: 'md' | 'lg'
}

export function DateBlock({ date, size = 'md' }: DateBlockProps) {
  const [day = 0, month = 0, year = 0] = date.split('/').map(Number)
  // Computed in UTC, so that the browser's time zone does not matter.
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
