import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Listagem de Eventos')

export default function OrganizerEvents() {
  return <PageHeader title="Listagem de Eventos" />
}
