import { useParams } from 'react-router'
import { EnterpriseFeesScreen } from '../features/backoffice/enterprises/enterprise-fees-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Configuração de Taxas')

export default function EnterpriseFees() {
  return <EnterpriseFeesScreen id={idOf(useParams().id) ?? 0} />
}
