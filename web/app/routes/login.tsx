import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Entrar')

export default function Login() {
  return <PageHeader title="Entrar" />
}
