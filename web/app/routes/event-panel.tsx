import { EventPanelScreen } from '../features/report/event/event-panel-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'
import type { Route } from './+types/event-panel'

export const meta = pageTitle('Painel do evento')

export default function EventPanel({ params }: Route.ComponentProps) {
  return <EventPanelScreen eventId={Number(params.id)} />
}
