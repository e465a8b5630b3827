import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Verificação de e-mail')

export default function EmailVerification() {
  return <PageHeader title="Verificação de e-mail" />
}
