import { useParams } from 'react-router'
import { EnterpriseScreen } from '../features/backoffice/enterprises/enterprise-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Empresa')

export default function EnterprisePage() {
  const { id = 'novo' } = useParams()
  return <EnterpriseScreen key={id} id={id === 'novo' ? 'novo' : (idOf(id) ?? 0)} />
}
