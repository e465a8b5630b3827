import { Link } from 'react-router'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import { EVENT_PANEL_PATH, pathTo } from '../../../paths.ts'
import { countWords } from '../../backoffice/count.ts'
import { BarList } from '../charts/bar-list.tsx'
import { moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'

/** Each event's part of the period, and the way to its figures. */
export function EventsOfPeriod({ events }: { events: OrganizerDashboard['by_event'] }) {
  return (
    <ChartCard
      title="Por evento"
      description="As inscrições do período."
      fileName="painel-por-evento"
      table={{
        headings: ['Evento', 'Data', 'Inscrições', 'Recebido', 'Devolvido'],
        rows: events.map(({ title, date_event, registrations, received, returned }) => [
          title,
          date_event,
          registrations,
          moneyCell(received),
          moneyCell(returned),
        ]),
      }}
    >
      <BarList
        bars={events.map(({ id, title, registrations, received }) => ({
          key: id,
          label: <Link to={pathTo(EVENT_PANEL_PATH, id)}>{title}</Link>,
          value: registrations,
          words: countWords(registrations),
          detail: received !== null && `Recebido: ${moneyCell(received).shown}`,
        }))}
      />
    </ChartCard>
  )
}
