import { EventsScreen } from '../features/editor/list/events-screen.tsx'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Listagem de Eventos')

/** Admin sees every organizer's events, in the list that organizers know. */
export default function AdminEvents() {
  const session = useSession()
  return session && <EventsScreen session={session} />
}
