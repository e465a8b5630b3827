import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Listagem de Eventos')

export default function OrganizerEvents() {
  return <PageHeader title="Listagem de Eventos" />
}
