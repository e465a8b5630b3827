import { useQuery } from '@tanstack/react-query'
import type { CityDetail } from '#contract/backoffice/directory.ts'
import { countWords, plural } from '#contract/words.ts'
import { EventStatusChip } from '#web/features/event-management/event-status-chip.tsx'
import { RecordState } from '#web/lists/record-state.tsx'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { ANY_EVENT_PARTICIPANTS_PATH, CITIES_PATH, pathTo } from '#web/paths.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { enterpriseCityQuery } from '../queries.ts'

type EventRow = CityDetail['list'][number]

const COLUMNS: readonly Column<EventRow>[] = [
  {
    key: 'title',
    header: 'Evento',
    title: true,
    compact: 'first',
    cell: ({ id, title }) => <RecordLink to={pathTo(ANY_EVENT_PARTICIPANTS_PATH, id)}>{title}</RecordLink>,
  },
  { key: 'organizer', header: 'Organizador', compact: 'second', cell: ({ organizer }) => organizer },
  {
    key: 'date',
    header: 'Data do Evento',
    compact: 'third',
    cell: ({ date_event }) => <span className="numbers">{date_event}</span>,
  },
  {
    key: 'held',
    header: 'Inscrições',
    align: 'end',
    compact: 'third-end',
    labelled: true,
    cell: ({ held, capacity }) =>
      capacity === null ? countWords(held) : `${countWords(held)} de ${countWords(capacity)}`,
  },
  {
    key: 'status',
    header: 'Status',
    compact: 'first-end',
    cell: ({ status }) => <EventStatusChip status={status} />,
  },
]

export const meta = pageTitle('Cidade')

export default function CityScreen() {
  const id = useIdParam() ?? 0
  const query = useQuery(enterpriseCityQuery(id))
  const { data: city } = query
  if (!city)
    return <RecordState title="Cidade" list={{ to: CITIES_PATH, label: 'Ver cidades' }} query={query} />
  return (
    <>
      <PageHeader
        title={`${city.name}, ${city.state}`}
        tab={`${city.name}, ${city.state}`}
        description={`${plural(city.events, 'evento', 'eventos')} · ${plural(city.registrations, 'inscrição', 'inscrições')}`}
      >
        <DetailToolbar back={{ to: CITIES_PATH }} />
      </PageHeader>
      <DataTable
        dense
        caption={`Eventos em ${city.name}`}
        columns={COLUMNS}
        rows={city.list}
        rowKey={(event) => event.id}
      />
    </>
  )
}
