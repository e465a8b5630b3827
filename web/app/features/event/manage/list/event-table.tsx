import { Progress } from '@mantine/core'
import type { OrganizerEventRow } from '#contract/organizer-event.ts'
import { missingWords } from '#contract/sellable.ts'
import { countWords } from '#contract/words.ts'
import { MANAGE_EVENT_PATH, pathTo } from '../../../../paths.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { RowLink } from '../../../../ui/row-link.tsx'
import { useMay } from '../../../../use-may.ts'
import { EventPicture } from '../../event-picture.tsx'
import { EventStatusChip } from '../event-status-chip.tsx'
import classes from './event-table.module.css'
import { RowMenu } from './row-menu.tsx'

interface TableOptions {
  /** Shows the organizer of each event, for callers who see those of several. */
  withOrganizer: boolean
  onDuplicate: (event: OrganizerEventRow) => void
  onDelete: (event: OrganizerEventRow) => void
}

export function eventColumns({
  withOrganizer,
  onDuplicate,
  onDelete,
}: TableOptions): readonly Column<OrganizerEventRow>[] {
  return [
    {
      key: 'title',
      header: 'Evento',
      title: true,
      cell: (event) => <TitleCell event={event} withOrganizer={withOrganizer} />,
    },
    { key: 'date', header: 'Data do Evento', cell: (event) => <DateCell event={event} /> },
    {
      key: 'place',
      header: 'Cidade',
      cell: ({ city, state }) => (city ? [city, state].filter(Boolean).join(', ') : '—'),
    },
    { key: 'held', header: 'Inscrições', cell: (event) => <HeldCell event={event} /> },
    { key: 'status', header: 'Status', cell: (event) => <StatusCell event={event} /> },
    {
      key: 'actions',
      header: 'Ações',
      align: 'end',
      actions: true,
      cell: (event) => <RowMenu event={event} onDuplicate={onDuplicate} onDelete={onDelete} />,
    },
  ]
}

function StatusCell({ event: { status, missing, opened } }: { event: OrganizerEventRow }) {
  const isOver = status > OPEN
  return (
    <span className={classes.status}>
      <EventStatusChip status={status} missing={missing} />
      {!isOver && missing.length > 0 && <span>Falta {missingWords(missing)}</span>}
      {!isOver && missing.length === 0 && !opened && <span>Rascunho</span>}
    </span>
  )
}

const OPEN = 1

function TitleCell({ event, withOrganizer }: { event: OrganizerEventRow; withOrganizer: boolean }) {
  const mayOpen = useMay('view-event')
  return (
    <span className={classes.title}>
      <span className={classes.picture} aria-hidden>
        <EventPicture picture={event.picture} path={event.event_image} alt="" sizes="4rem" />
      </span>
      <span>
        {mayOpen ? (
          <RowLink to={pathTo(MANAGE_EVENT_PATH, event.id)}>{event.title}</RowLink>
        ) : (
          <strong>{event.title}</strong>
        )}
        {withOrganizer && <span className={classes.organizer}>{event.organizer}</span>}
      </span>
    </span>
  )
}

function DateCell({ event: { date_event: date, start_time: time } }: { event: OrganizerEventRow }) {
  return <span className={classes.date}>{date ? [date, time].filter(Boolean).join(' · ') : '—'}</span>
}

/** Registrations and capacity, as text and as a bar. */
function HeldCell({ event: { held, capacity } }: { event: OrganizerEventRow }) {
  if (capacity === null) return <span className="numbers">{countWords(held)} · sem limite</span>
  return (
    <span className={classes.held}>
      <span className="numbers">
        {countWords(held)} de {countWords(capacity)}
      </span>
      <Progress
        value={capacity > 0 ? (held / capacity) * 100 : 100}
        size="sm"
        color={held >= capacity ? 'red' : 'primary'}
        aria-hidden
      />
    </span>
  )
}
