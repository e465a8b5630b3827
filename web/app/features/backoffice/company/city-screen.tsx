import { useQuery } from '@tanstack/react-query'
import type { CityDetail } from '#contract/backoffice/company.ts'
import { countWords, plural } from '#contract/words.ts'
import { ANY_EVENT_PARTICIPANTS_PATH, CITIES_PATH, pathTo } from '../../../paths.ts'
import classes from '../../../ui/cells.module.css'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { useIdParam } from '../../../use-id-param.ts'
import { EventStatusChip } from '../../event/manage/event-status-chip.tsx'
import { companyCityQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'

type EventRow = CityDetail['list'][number]

const COLUMNS: readonly Column<EventRow>[] = [
  {
    key: 'title',
    header: 'Evento',
    title: true,
    cell: ({ id, title }) => (
      <RowLink to={pathTo(ANY_EVENT_PARTICIPANTS_PATH, id)} className={classes.name}>
        {title}
      </RowLink>
    ),
  },
  { key: 'organizer', header: 'Organizador', cell: ({ organizer }) => organizer },
  {
    key: 'date',
    header: 'Data do Evento',
    cell: ({ date_event }) => <span className="numbers">{date_event}</span>,
  },
  {
    key: 'held',
    header: 'Inscrições',
    align: 'end',
    cell: ({ held, capacity }) =>
      capacity === null ? countWords(held) : `${countWords(held)} de ${countWords(capacity)}`,
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <EventStatusChip status={status} /> },
]

export const meta = pageTitle('Cidade')

/** A city and the enterprise's events in it. */
export default function CityScreen() {
  const id = useIdParam() ?? 0
  const query = useQuery(companyCityQuery(id))
  const { data: city } = query
  if (!city)
    return <RecordState title="Cidade" list={{ to: CITIES_PATH, label: 'Ver cidades' }} query={query} />
  return (
    <>
      <PageHeader
        title={`${city.name}, ${city.state}`}
        tab={`${city.name}, ${city.state}`}
        description={`${plural(city.events, 'evento', 'eventos')} · ${plural(city.registrations, 'inscrição', 'inscrições')}`}
      />
      <DetailToolbar back={{ to: CITIES_PATH }} />
      <DataTable
        caption={`Eventos em ${city.name}`}
        columns={COLUMNS}
        rows={city.list}
        rowKey={(event) => event.id}
      />
    </>
  )
}
