import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Redefinir senha')

export default function ResetPassword() {
  return <PageHeader title="Redefinir senha" />
}
