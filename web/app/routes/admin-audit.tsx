import { AuditScreen } from '../features/backoffice/operations/audit-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Auditoria')

export default function AdminAudit() {
  return <AuditScreen />
}
