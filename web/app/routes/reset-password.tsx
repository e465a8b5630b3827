import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Redefinir senha')

export default function ResetPassword() {
  return <PageHeader title="Redefinir senha" />
}
