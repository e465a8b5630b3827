import { SecurityLogScreen } from '../features/backoffice/operations/security-log-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Registro de segurança')

export default function AdminSecurity() {
  return <SecurityLogScreen />
}
