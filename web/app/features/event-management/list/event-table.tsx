import { Progress } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { missingWords } from '#contract/event/sellable.ts'
import type { OrganizerEventRow } from '#contract/event-management/organizer-events.ts'
import { countWords } from '#contract/words.ts'
import { type AskedQuery, listFailure } from '#web/api/query-failure.ts'
import { EventPicture } from '#web/features/event/event-picture.tsx'
import { MANAGE_EVENT_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { ListMeta } from '#web/ui/list-footer.tsx'
import { RowLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { EventStatusChip } from '../event-status-chip.tsx'
import { DeleteEventDialog } from './delete-event-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import classes from './event-table.module.css'
import { RowMenu } from './row-menu.tsx'

interface EventTableProps {
  /** Without `meta` there are no further pages. */
  query: AskedQuery & { data: { data: readonly OrganizerEventRow[]; meta?: ListMeta } | undefined }
  /** Shows the organizer of each event, for callers who see events of several organizers. */
  withOrganizer: boolean
  isFiltered: boolean
  /** Shown when there are no events at all. */
  empty?: ReactNode
  caption?: string
  sorting?: ComponentProps<typeof DataTable>['sorting']
}

/** The events with their actions and the dialogs of these. */
export function EventTable({
  query,
  withOrganizer,
  isFiltered,
  empty,
  caption = 'Eventos',
  sorting,
}: EventTableProps) {
  const isBeyondFirst = usePage() > 1
  const [original, setOriginal] = useState<OrganizerEventRow | null>(null)
  const [mistake, setMistake] = useState<OrganizerEventRow | null>(null)
  const columns = useMemo(
    () => eventColumns({ withOrganizer, onDuplicate: setOriginal, onDelete: setMistake }),
    [withOrganizer],
  )
  return (
    <>
      <DataTable
        dense
        caption={caption}
        sorting={sorting}
        columns={columns}
        rows={query.data?.data}
        rowKey={({ id }) => id}
        meta={query.data?.meta}
        empty={isFiltered || isBeyondFirst ? <NothingFound /> : empty}
        failure={listFailure(query)}
      />
      <DuplicateDialog event={original} onClose={() => setOriginal(null)} />
      <DeleteEventDialog event={mistake} onClose={() => setMistake(null)} />
    </>
  )
}

function NothingFound() {
  return (
    <EmptyState description="Nenhum evento combina com essa busca." icon={<IconSearch size={28} />}>
      <LinkButton to={{ search: '' }} variant="default">
        Ver todos
      </LinkButton>
    </EmptyState>
  )
}

interface ColumnOptions {
  withOrganizer: boolean
  onDuplicate: (event: OrganizerEventRow) => void
  onDelete: (event: OrganizerEventRow) => void
}

function eventColumns({
  withOrganizer,
  onDuplicate,
  onDelete,
}: ColumnOptions): readonly Column<OrganizerEventRow>[] {
  return [
    {
      key: 'title',
      header: 'Evento',
      title: true,
      sort: 'title',
      compact: 'first',
      cell: (event) => <TitleCell event={event} withOrganizer={withOrganizer} />,
    },
    {
      key: 'date',
      header: 'Data do Evento',
      sort: 'date',
      compact: 'second',
      cell: (event) => <DateCell event={event} />,
    },
    {
      key: 'place',
      header: 'Cidade',
      cell: (event) => <PlaceCell event={event} />,
    },
    {
      key: 'held',
      header: 'Inscrições',
      sort: 'held',
      compact: 'third-end',
      cell: (event) => <HeldCell event={event} />,
    },
    { key: 'status', header: 'Status', compact: 'third', cell: (event) => <StatusCell event={event} /> },
    {
      key: 'actions',
      header: 'Ações',
      align: 'end',
      actions: true,
      compact: 'first-end',
      cell: (event) => <RowMenu event={event} onDuplicate={onDuplicate} onDelete={onDelete} />,
    },
  ]
}

function StatusCell({
  event: { status, missing, opened, registrations_over },
}: {
  event: OrganizerEventRow
}) {
  const isOver = status > EVENT_STATUS.open
  return (
    <span className={classes.status}>
      <EventStatusChip status={status} missing={missing} opened={opened} isOver={registrations_over} />
      {!isOver && missing.length > 0 && <span>Falta {missingWords(missing)}</span>}
    </span>
  )
}

function TitleCell({ event, withOrganizer }: { event: OrganizerEventRow; withOrganizer: boolean }) {
  const mayOpen = useMay('view-event')
  return (
    <span className={classes.title}>
      <span className={classes.picture} aria-hidden>
        <EventPicture picture={event.picture} path={event.event_image} alt="" sizes="4rem" />
      </span>
      <span>
        {mayOpen ? (
          <RowLink to={pathTo(MANAGE_EVENT_PATH, event.id)} edit={pathTo(MANAGE_EVENT_PATH, event.id)}>
            {event.title}
          </RowLink>
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

function PlaceCell({ event: { city, state } }: { event: OrganizerEventRow }) {
  const place = city ? [city, state].filter(Boolean).join(', ') : '—'
  return (
    <span className={classes.place} title={place}>
      {place}
    </span>
  )
}

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
