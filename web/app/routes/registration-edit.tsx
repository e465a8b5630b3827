import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Editar Inscrição')

export default function RegistrationEdit() {
  return <PageHeader title="Editar Inscrição" />
}
