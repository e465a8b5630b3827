import { StatementScreen } from '../features/report/statement/statement-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Extrato')

export default function CompanyStatement() {
  return <StatementScreen of="company" back="/empresa/pagina-inicial" />
}
