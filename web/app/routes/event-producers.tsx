import { useParams } from 'react-router'
import { EventProducersScreen } from '../features/producer/list/event-producers-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Realizadores do evento')

export default function EventProducers() {
  const { id } = useParams()
  return <EventProducersScreen eventId={Number(id)} />
}
