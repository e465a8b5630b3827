import { Button } from '@mantine/core'
import { dayIn } from '#contract/dates.ts'
import { DateInput } from '../../ui/date-input.tsx'
import classes from './report.module.css'
import { periods } from './statement/filters.ts'

const TIME_ZONE = 'America/Sao_Paulo'

interface PeriodFilterProps {
  /** `yyyy-mm-dd`, both inclusive; empty is no bound. */
  period: { from: string; to: string }
  onChange: (values: Record<string, string>) => void
}

/** The usual accounting periods as buttons; `bounded` without the one from the beginning. */
export function PeriodButtons({
  period,
  bounded = false,
  onChange,
}: PeriodFilterProps & { bounded?: boolean }) {
  const offered = periods(dayIn(TIME_ZONE, new Date()))
  return (
    <div className={classes.periods}>
      {(bounded ? offered.filter(({ de }) => de) : offered).map(({ name, de, ate }) => {
        const chosen = period.from === de && period.to === ate
        return (
          <Button
            key={name}
            radius="xl"
            variant={chosen ? 'light' : 'default'}
            aria-pressed={chosen}
            onClick={() => onChange({ de, ate })}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}

/** First and last day of a period. */
export function PeriodFields({ period, onChange }: PeriodFilterProps) {
  return (
    <>
      <DateInput
        label="Data inicial"
        value={period.from}
        max={period.to || undefined}
        onChange={(de) => onChange({ de })}
      />
      <DateInput
        label="Data final"
        value={period.to}
        min={period.from || undefined}
        onChange={(ate) => onChange({ ate })}
      />
    </>
  )
}
