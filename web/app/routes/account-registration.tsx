import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Cadastro')

export default function AccountRegistration() {
  return <PageHeader title="Cadastro" />
}
