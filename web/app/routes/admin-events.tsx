import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Meus Eventos')

export default function AdminEvents() {
  return <PageHeader title="Meus Eventos" />
}
