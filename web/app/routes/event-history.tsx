import { HistoryScreen } from '../features/event/manage/history/history-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'
import type { Route } from './+types/event-history'

export const meta = pageTitle('Histórico do evento')

export default function EventHistory({ params }: Route.ComponentProps) {
  return <HistoryScreen eventId={Number(params.id)} />
}
