import { EnterprisesScreen } from '../features/backoffice/enterprises/enterprises-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Empresas')

export default function Enterprises() {
  return <EnterprisesScreen />
}
