import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Verificação de e-mail')

export default function EmailVerification() {
  return <PageHeader title="Verificação de e-mail" />
}
