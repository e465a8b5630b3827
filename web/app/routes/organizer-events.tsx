import { EventsScreen } from '../features/event/manage/list/events-screen.tsx'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Listagem de Eventos')

export default function OrganizerEvents() {
  const session = useSession()
  return session && <EventsScreen session={session} />
}
