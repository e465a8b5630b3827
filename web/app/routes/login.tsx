import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Entrar')

export default function Login() {
  return <PageHeader title="Entrar" />
}
