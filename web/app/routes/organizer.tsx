import { useParams } from 'react-router'
import { OrganizerScreen } from '../features/backoffice/organizers/organizer-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Organizador')

export default function OrganizerPage() {
  const { id = 'novo' } = useParams()
  return <OrganizerScreen key={id} id={id === 'novo' ? 'novo' : (idOf(id) ?? 0)} />
}
