import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/pt-br'
import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useMounted } from '@mantine/hooks'
import type { RefObject } from 'react'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import classes from './date-calendar.module.css'
import { Mantine } from './mantine.tsx'
import { OpenerAnchor } from './opener-anchor.tsx'

interface DateCalendarProps {
  opener: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
  day: IsoDate | null
  onChoose: (day: IsoDate) => void
  min: IsoDate | undefined
  max: IsoDate | undefined
}

const WORDS = {
  monthLevelControl: 'Escolher o mês',
  yearLevelControl: 'Escolher o ano',
  previousMonth: 'Mês anterior',
  nextMonth: 'Próximo mês',
  previousYear: 'Ano anterior',
  nextYear: 'Próximo ano',
  previousDecade: 'Década anterior',
  nextDecade: 'Próxima década',
}

export function DateCalendar({ opener, open, onClose, day, onChoose, min, max }: DateCalendarProps) {
  // Renders closed first: the popover remembers the focused element when `opened` changes to true.
  const isMounted = useMounted()
  const start = day ?? dayIn('America/Sao_Paulo', new Date())
  return (
    <Mantine>
      <Popover
        opened={open && isMounted}
        onDismiss={onClose}
        position="bottom-end"
        shadow="md"
        trapFocus
        returnFocus
        withRoles={false}
        portalProps={{ target: '#conteudo' }}
      >
        <Popover.Target>
          <OpenerAnchor opener={opener} />
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Calendário">
          <DatePicker
            locale="pt-br"
            firstDayOfWeek={0}
            size="md"
            className={classes.calendar}
            ariaLabels={WORDS}
            value={day}
            defaultDate={start}
            minDate={min}
            maxDate={max}
            hideOutsideDates
            highlightToday
            getDayProps={(date) => ({ 'data-autofocus': date === start || undefined })}
            onChange={(chosen) => {
              if (chosen) onChoose(chosen)
              onClose()
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Mantine>
  )
}
