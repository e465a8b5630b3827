import { AllEventsScreen } from '../features/backoffice/events/all-events-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Listagem de Eventos')

export default function AdminEvents() {
  return <AllEventsScreen />
}
