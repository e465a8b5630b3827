import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Editar Inscrição')

export default function RegistrationEdit() {
  return <PageHeader title="Editar Inscrição" />
}
