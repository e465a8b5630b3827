import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Recuperar Senha')

export default function ForgotPassword() {
  return <PageHeader title="Recuperar Senha" />
}
