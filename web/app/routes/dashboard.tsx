import { OrganizerHomeScreen } from '../features/report/home/organizer-home-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Página Inicial')

export default function Dashboard() {
  return <OrganizerHomeScreen />
}
