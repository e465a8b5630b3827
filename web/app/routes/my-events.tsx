import { MyEventsScreen } from '../features/registration/my-events-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Meus Eventos')

export default function MyEvents() {
  return <MyEventsScreen />
}
