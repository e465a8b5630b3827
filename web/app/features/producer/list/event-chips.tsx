import { Badge } from '@mantine/core'
import type { Producer } from '#contract/producer/producer.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import classes from './producers.module.css'

/** How many a row of the list has room for. */
const SHOWN = 1

export function EventChips({ events, all = false }: { events: Producer['events']; all?: boolean }) {
  if (events.length === 0) return <span className={classes.none}>Nenhum evento</span>
  const shown = all ? events : events.slice(0, SHOWN)
  const more = events.slice(shown.length).map(({ title }) => title)
  return (
    <ul className={classes.chips} data-all={all || undefined}>
      {shown.map(({ id, title }) => (
        <li key={id}>
          <Chip title={title}>{title}</Chip>
        </li>
      ))}
      {more.length > 0 && (
        <li>
          <Tooltip label={more.join(', ')}>
            <Chip>{`+${more.length}`}</Chip>
            <span className="sr-only">{more.join(', ')}</span>
          </Tooltip>
        </li>
      )}
    </ul>
  )
}

function Chip({ title, children }: { title?: string; children: string }) {
  return (
    <Badge variant="light" color="gray" size="lg" radius="xl" tt="none" fw={550} title={title} maw="100%">
      {children}
    </Badge>
  )
}
