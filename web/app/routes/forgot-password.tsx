import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Recuperar Senha')

export default function ForgotPassword() {
  return <PageHeader title="Recuperar Senha" />
}
