import { OrganizersScreen } from '../features/backoffice/organizers/organizers-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Organizadores')

export default function Organizers() {
  return <OrganizersScreen />
}
