import { useParams } from 'react-router'
import { PersonScreen } from '../features/backoffice/company/person-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Pessoa')

export default function PersonPage() {
  const { id } = useParams()
  return <PersonScreen key={id} id={idOf(id) ?? 0} />
}
