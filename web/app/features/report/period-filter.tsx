import { Button } from '@mantine/core'
import { dayIn } from '#contract/dates.ts'
import classes from './report.module.css'
import { periods } from './statement/filters.ts'

const TIME_ZONE = 'America/Sao_Paulo'

interface PeriodFilterProps {
  /** First and last day as `yyyy-mm-dd`, inclusive; empty means unbounded. */
  period: { from: string; to: string }
  bounded?: boolean
  onChange: (period: { from: string; to: string }) => void
}

export function PeriodButtons({ period, bounded = false, onChange }: PeriodFilterProps) {
  const offered = periods(dayIn(TIME_ZONE, new Date()))
  return (
    <div className={classes.periods}>
      {(bounded ? offered.filter(({ from }) => from) : offered).map(({ name, from, to }) => {
        const chosen = period.from === from && period.to === to
        return (
          <Button
            key={name}
            radius="xl"
            variant={chosen ? 'light' : 'default'}
            aria-pressed={chosen}
            onClick={() => onChange({ from, to })}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}
