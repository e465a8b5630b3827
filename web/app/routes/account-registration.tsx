import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Cadastro')

export default function AccountRegistration() {
  return <PageHeader title="Cadastro" />
}
